# Completion of ilpuzzles in fish: call this file ilpuzzles.fish and put it into
# ~/.config/fish/completions.
function __ilpuzzles_words
    set -l typed (commandline -opc)
    set -l current (commandline -ct)
    set -l program $typed[1]
    set -e typed[1]
    for line in ($program completion words -- $typed "$current" 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path "$current"
            case ':folders'
                __fish_complete_directories "$current"
            case '*'
                echo $line
        end
    end
end
complete -c ilpuzzles -f -a '(__ilpuzzles_words)'
