import { type Completable, NAMES_COMMAND, namesOf } from './completable.ts';

export function zshScript(commands: Completable[]): string {
  const cases = commands.map(
    ({ name, options }) => `    ${name}) specs=(${options.map(argument).join(' ')}) ;;`,
  );
  return `#compdef placard
# zsh completion of placard: source <(placard completion zsh)
_placard_names() {
  local -a names
  names=("\${(@f)$(${NAMES_COMMAND})}")
  compadd -M 'm:{a-zA-Z}={A-Za-z}' -a names
}
_placard() {
  local -a commands specs
  if ((CURRENT == 2)); then
    commands=(${commands.map(({ name, summary }) => `'${name}:${summary}'`).join(' ')})
    _describe command commands
    return
  fi
  case $words[2] in
${cases.join('\n')}
  esac
  case $words[2] in
    ${namesOf(commands, 'displays').join('|')}) specs+=('1:display:_placard_names') ;;
    ${namesOf(commands, 'files').join('|')}) specs+=('*:file:_files') ;;
${commands.map(choices).join('')}  esac
  shift words
  ((CURRENT--))
  _arguments -s $specs
}
compdef _placard placard
`;
}

function choices({ name, completes }: Completable): string {
  return typeof completes === 'object' ? `    ${name}) specs+=('1:shell:(${completes.join(' ')})') ;;\n` : '';
}

function argument([name, { value, about }]: Completable['options'][number]): string {
  const action = name === 'to' ? '_placard_names' : '';
  const words = about.replace(/[[\]:']/g, ' ');
  return `'--${name}[${words}]${value ? `:${value.toLowerCase()}:${action}` : ''}'`;
}
