import { type Completable, NAMES_COMMAND, namesOf } from './completable.ts';

/**
 * Names of displays are not passed to `compgen -W`, which would expand them: a display may be called `$(reboot)`. They are
 * compared without case, as by every command.
 */
export function bashScript(commands: Completable[]): string {
  const flags = commands.map(
    ({ name, options }) => `    ${name}) flags='${options.map(([option]) => `--${option}`).join(' ')}' ;;`,
  );
  return `# bash completion of placard: source <(placard completion bash)
_placard_names() {
  local name wanted=\${1//\\\\/}
  wanted=\${wanted#[\\"\\']}
  while IFS= read -r name; do
    if [[ \${name,,} == "\${wanted,,}"* ]]; then COMPREPLY+=("$(printf '%q' "$name")"); fi
  done < <(${NAMES_COMMAND})
}
_placard() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} flags=''
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W '${commands.map(({ name }) => name).join(' ')} help --help --version' -- "$word")
    return
  fi
  case $before in
    --to) _placard_names "$word"; return ;;
    ${valueOptions(commands).join(' | ')}) return ;;
  esac
  case \${COMP_WORDS[1]} in
${flags.join('\n')}
  esac
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$word")
    return
  fi
  case \${COMP_WORDS[1]} in
    ${namesOf(commands, 'displays').join(' | ')}) _placard_names "$word" ;;
    ${namesOf(commands, 'files').join(' | ')}) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
${commands.map(choices).join('')}  esac
}
complete -F _placard placard
`;
}

function choices({ name, completes }: Completable): string {
  if (typeof completes !== 'object') return '';
  return `    ${name}) mapfile -t COMPREPLY < <(compgen -W '${completes.join(' ')}' -- "$word") ;;\n`;
}

function valueOptions(commands: Completable[]): string[] {
  const all = commands.flatMap(({ options }) => options.filter(([, { type }]) => type === 'string'));
  return [...new Set(all.map(([name]) => `--${name}`))].filter((name) => name !== '--to');
}
