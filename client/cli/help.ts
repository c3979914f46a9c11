import { COMMON_OPTIONS, type Command } from './command.ts';
import { COMMANDS } from './commands.ts';

/** The text of `placard --help`. */
export function generalHelp(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return `Usage: placard COMMAND

${lines.join('\n')}

\`placard COMMAND --help\` lists its options. Every command takes --json.
PLACARD_URL and PLACARD_TOKEN take precedence over the box and token of \`placard login\`.
Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 not reachable, 4 not signed in.
`;
}

/** The text of `placard COMMAND --help`. */
export function commandHelp(name: string, { usage, options }: Command): string {
  const rows = Object.entries({ ...options, ...COMMON_OPTIONS }).map(([option, { short, value, about }]) => {
    const names = `${short ? `-${short}, ` : ''}--${option}${value ? ` ${value}` : ''}`;
    return { names, about };
  });
  const width = Math.max(...rows.map(({ names }) => names.length));
  const lines = rows.map(({ names, about }) => `  ${names.padEnd(width)}  ${about}`);
  const heading = `Usage: placard ${name} ${usage}`.trimEnd();
  return `${heading}\n\n${COMMANDS[name]?.summary}.\n\n${lines.join('\n')}\n`;
}
