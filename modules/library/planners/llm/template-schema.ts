import { z } from 'zod';
import type { Picture } from '../rules/page-candidate.ts';
import type { Labels } from './labels.ts';

/** The labels that parameters may refer to. */
export interface References {
  pictures: Labels<Picture>;
  links: Labels<string>;
}

interface Node {
  type?: string | string[];
  format?: string;
  properties?: Record<string, Node>;
  required?: string[];
  items?: Node;
  anyOf?: Node[];
  maxLength?: number;
  maxItems?: number;
  enum?: unknown[];
  const?: unknown;
  /** Only the rules set this parameter. It is left out of the schema for models. */
  forRules?: true;
}

/** A longer limit is not stated to the model, because the page bounds those texts. */
const MAX_STATED_CHARACTERS = 1000;

export function schemaOf(parameters: z.ZodType): Node {
  return z.toJSONSchema(parameters, { io: 'input', unrepresentable: 'any' }) as Node;
}

const isPicture = ({ properties }: Node) => properties !== undefined && 'fileId' in properties;

/**
 * The schema of a template's parameters for a model: pictures and addresses by label; every property required, with
 * null for absent ones (strict structured output demands this); lengths in descriptions (servers that compile schemas
 * to grammars fail on large bounds). Null when a picture or a link is required and there is none.
 */
export function wireSchema(node: Node, references: References): object | null {
  if (isPicture(node)) return labelSchema(references.pictures);
  if (node.format === 'uri') return labelSchema(references.links);
  if (node.anyOf) {
    const members = node.anyOf.flatMap((member) => wireSchema(member, references) ?? []);
    return members.length === 0 ? null : { anyOf: members };
  }
  if (node.properties) return objectSchema(node, references);
  if (node.items) {
    const items = wireSchema(node.items, references);
    return items && { type: 'array', items, ...(node.maxItems && atMost(node.maxItems, 'items')) };
  }
  const { type, enum: values, const: value } = node;
  if (values) return { type, enum: values };
  if (value !== undefined) return { type, const: value };
  const bounded = node.maxLength && node.maxLength <= MAX_STATED_CHARACTERS;
  return { type, ...(bounded && atMost(node.maxLength as number, 'characters')) };
}

const atMost = (most: number, what: string) => ({ description: `at most ${most} ${what}` });

function labelSchema(labels: Labels<unknown>): object | null {
  const all = labels.all();
  return all.length === 0 ? null : { type: 'string', enum: all };
}

function objectSchema({ properties = {}, required = [] }: Node, references: References): object | null {
  const written: Record<string, object> = {};
  for (const [name, node] of Object.entries(properties)) {
    if (node.forRules) continue;
    const schema = wireSchema(node, references);
    if (schema) written[name] = required.includes(name) ? schema : { anyOf: [schema, { type: 'null' }] };
    else if (required.includes(name)) return null;
  }
  return { type: 'object', properties: written, required: Object.keys(written), additionalProperties: false };
}

/** Replaces the labels in a model's parameters by their values. Unknown labels become problems. */
export function resolveLabels(
  node: Node,
  value: unknown,
  references: References,
  problems: string[],
): unknown {
  if (isPicture(node)) return meaning(references.pictures, value, 'picture', problems);
  if (node.format === 'uri') return meaning(references.links, value, 'link', problems);
  if (node.anyOf) {
    const kind = Array.isArray(value) ? 'array' : typeof value;
    const fits = (one: Node) =>
      kind === 'string' ? isPicture(one) || one.format === 'uri' : one.type === kind;
    const member = value === null ? undefined : node.anyOf.find(fits);
    return member ? resolveLabels(member, value, references, problems) : value;
  }
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const { items } = node;
    return items ? value.map((one) => resolveLabels(items, one, references, problems)) : value;
  }
  const { properties = {} } = node;
  const given = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, member]) => {
      const own = Object.hasOwn(given, name) ? given[name] : null;
      return own === null ? [] : [[name, resolveLabels(member, own, references, problems)]];
    }),
  );
}

function meaning<Value>(labels: Labels<Value>, label: unknown, what: string, problems: string[]) {
  const found = labels.meaning(label);
  if (found === undefined) problems.push(`there is no ${what} ${JSON.stringify(label)?.slice(0, 80)}`);
  return found;
}
