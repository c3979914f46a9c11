export type { CallOptions, ConnectionOptions, TokenSource } from './connection.ts';
export { PlacardError } from './error.ts';
export type { Listing, Page } from './page.ts';
export { Placard, type PlacardOptions } from './placard.ts';
export type { PreviewOptions } from './preview.ts';
export type { PushOptions, PushResult } from './push.ts';
export type { NamedBytes, PushInput } from './push-input.ts';
export type { RunEnd } from './resources/analyses.ts';
export type * from './types.ts';
