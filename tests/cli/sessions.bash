# Runs a page of docs/ as its reader would, in the current folder.
#
#   ```xml file=NAME      the block becomes the file NAME
#   ```console            lines that begin with "$ " are run; the lines below each are what it must print,
#                         standard error included; "[exit N]" below them is the exit code when it is not 0
check_sessions() {
  local page=$1 line mode='' file='' command='' expected='' runs=0
  finish_command() {
    [ -n "$command" ] || return 0
    local output status=0
    output=$(eval "$command" 2>&1) || status=$?
    [ "$status" -eq 0 ] || output+=$'\n'"[exit $status]"
    if [ "${output#$'\n'}" != "${expected%$'\n'}" ]; then
      printf '%s: $ %s\nprinted:\n%s\nthe page says:\n%s\n' "$page" "$command" "$output" "$expected"
      return 1
    fi
    runs=$((runs + 1)) command='' expected=''
  }
  while IFS= read -r line; do
    case "$mode:$line" in
      *:'```') finish_command || return 1; mode='' ;;
      :'```console') mode=console ;;
      :'```'*file=*) mode=file file=${line##*file=}; : > "$file" ;;
      :'```'*) mode=other ;;
      file:*) printf '%s\n' "$line" >> "$file" ;;
      console:'$ '*) finish_command || return 1; command=${line#'$ '} ;;
      console:*) expected+=$line$'\n' ;;
    esac
  done < "$page"
  [ "$runs" -gt 0 ] || { echo "$page: no command found"; return 1; }
}
