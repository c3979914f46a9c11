import { type Completable, NAMES_COMMAND, namesOf } from './completable.ts';

export function fishScript(commands: Completable[]): string {
  const lines = commands.flatMap(({ name, summary, options, completes }) => [
    `complete -c placard -n __fish_use_subcommand -a ${name} -d '${summary}'`,
    ...options.map((option) => `complete -c placard -n ${afterCommand([name])} ${flag(option)}`),
    ...(typeof completes === 'object'
      ? [`complete -c placard -n ${afterCommand([name])} -a '${completes.join(' ')}'`]
      : []),
  ]);
  return `# fish completion of placard: placard completion fish | source
complete -c placard -f
${lines.join('\n')}
complete -c placard -n ${afterCommand(namesOf(commands, 'displays'))} -a '(${NAMES_COMMAND})'
complete -c placard -n ${afterCommand(namesOf(commands, 'files'))} -F
`;
}

function afterCommand(names: string[]): string {
  return `'__fish_seen_subcommand_from ${names.join(' ')}'`;
}

function flag([name, { value, about }]: Completable['options'][number]): string {
  const takes = name === 'to' ? ` -x -a '(${NAMES_COMMAND})'` : value ? ' -x' : '';
  return `-l ${name} -d '${about.replaceAll("'", "\\'")}'${takes}`;
}
