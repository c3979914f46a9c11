import type { components, operations } from './generated/api.ts';

type Schemas = components['schemas'];

export type Display = Schemas['Display'];
/** A display with its current, pending and next presentation, and its status. */
export type Wall = Schemas['Wall'];
export type DisplayStatus = Schemas['DisplayStatus'];
export type DisplaySettings = Schemas['DisplaySettings'];
export type Content = Schemas['Content'];
export type ContentRequest = Schemas['ContentRequest'];
export type AssetAddress = Schemas['AssetAddress'];
export type OwnContentRequest = Schemas['OwnContentRequest'];
export type OwnContent = Schemas['OwnContent'];
export type ContentWithTickets = Schemas['ContentWithTickets'];
export type AssetInput = Schemas['AssetInput'];
export type UploadTicket = Schemas['UploadTicket'];
export type Presentation = Schemas['Presentation'];
export type PresentationSummary = Schemas['PresentationSummary'];
export type Rendition = Schemas['Rendition'];
export type RenditionRequest = Schemas['RenditionRequest'];
export type OutputRequest = Schemas['OutputRequest'];
/** Pages as their displays would show them. */
export type Preview = Schemas['Preview'];
export type Analysis = Schemas['Analysis'];
export type AnalysisRequest = Schemas['AnalysisRequest'];
export type AnalysisEvent = Schemas['AnalysisEvent'];
export type AnalysisEventPage = Schemas['AnalysisEventPage'];
export type AnalysisArchive = Schemas['AnalysisArchive'];
/** A change of the caller's data, or `reset`: load everything again. */
export type ChangeEvent = Schemas['ChangeEvent'];
export type PanelEvent = Schemas['PanelEvent'];
export type Problem = Schemas['Problem'];

/** Query parameters of an operation. */
export type Query<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;

type Json<Body> = Body extends { content: { 'application/json': infer Value } } ? Value : never;

/** Request body of an operation. */
export type Body<Name extends keyof operations> = Json<NonNullable<operations[Name]['requestBody']>>;

/** Response body of a successful operation. */
export type Result<Name extends keyof operations> = {
  [Status in keyof operations[Name]['responses']]: Json<operations[Name]['responses'][Status]>;
}[keyof operations[Name]['responses']];
