#compdef ilpuzzles
# Completion of ilpuzzles in zsh: call this file _ilpuzzles and put it into a folder of $fpath.
_ilpuzzles() {
    local line text places
    local -a found
    for line in "${(@f)$("${words[1]/#\~/$HOME}" completion words -- \
            "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
        case "$line" in
            '') ;;
            :files) places=files ;;
            :folders) places=folders ;;
            *$'\t'*) text="${${line%%$'\t'*}//:/\\:}"; found+=("$text:${line#*$'\t'}") ;;
            *) found+=("${line//:/\\:}") ;;
        esac
    done
    (( $#found )) && _describe -t ilpuzzles ilpuzzles found
    [[ "$places" = files ]] && _files
    [[ "$places" = folders ]] && _files -/
    return 0
}
if [[ "$funcstack[1]" = _ilpuzzles ]]; then _ilpuzzles "$@"; else compdef _ilpuzzles ilpuzzles; fi
