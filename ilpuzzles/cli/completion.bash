# Completion of ilpuzzles in bash: source this, or put it where bash-completion looks.
_ilpuzzles() {
    local line current="${COMP_WORDS[COMP_CWORD]}"
    [ "$current" = "=" ] && current=""
    COMPREPLY=()
    while IFS= read -r line; do
        line="${line%%$'\t'*}"
        case "$line" in
            :files|:folders)
                local kind=-f name
                [ "$line" = :folders ] && kind=-d
                while IFS= read -r name; do
                    COMPREPLY+=("$name")
                done < <(compgen "$kind" -- "$current")
                compopt -o filenames 2>/dev/null ;;
            *) COMPREPLY+=("$line") ;;
        esac
    done < <("${COMP_WORDS[0]/#\~/$HOME}" completion words -- \
        "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _ilpuzzles ilpuzzles
