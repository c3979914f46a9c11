import type { CallOptions } from '../connection.ts';
import type { Listing } from '../page.ts';
import type {
  Body,
  Display,
  DisplaySettings,
  PanelEvent,
  Presentation,
  PresentationSummary,
  Query,
  Result,
} from '../types.ts';
import { Resource, segment } from './resource.ts';

/** Presentations in one request. */
const MAX_ASKED = 50;

export class Displays extends Resource {
  /** The caller's displays, newest binding first. */
  list(query: Query<'get_api_app_v1_displays'> = {}, options?: CallOptions): Listing<Display> {
    return this.pages('displays', query, options);
  }

  get(displayId: string, options?: CallOptions): Promise<Display> {
    return this.read(`displays/${segment(displayId)}`, {}, options);
  }

  /** The queue of the display, in order. */
  queue(
    displayId: string,
    query: Query<'get_api_app_v1_displays_displayId_queue'> = {},
    options?: CallOptions,
  ): Listing<PresentationSummary> {
    return this.pages(`displays/${segment(displayId)}/queue`, query, options);
  }

  /** The presentation that the panel confirmed last; null when it has confirmed none. */
  async currentPresentation(
    displayId: string,
    query: Query<'get_api_app_v1_displays_displayId_current_presentation'> = {},
    options?: CallOptions,
  ): Promise<Presentation | null> {
    const path = `displays/${segment(displayId)}/current-presentation`;
    const { presentation } = await this.read<{ presentation: Presentation | null }>(path, query, options);
    return presentation;
  }

  /** Which of these presentations the display has shown, and can therefore show again. */
  async shown(displayId: string, presentationIds: string[], options?: CallOptions): Promise<string[]> {
    const path = `displays/${segment(displayId)}/shown`;
    const found: string[] = [];
    for (let at = 0; at < presentationIds.length; at += MAX_ASKED) {
      const query = { ids: presentationIds.slice(at, at + MAX_ASKED).join() };
      const shown = await this.read<{ presentationIds: string[] }>(path, query, options, this.prefixes.owner);
      found.push(...shown.presentationIds);
    }
    return found;
  }

  /** Shows a presentation again that this display has shown before. */
  async activate(displayId: string, presentationId: string, options?: CallOptions): Promise<Display> {
    const { display } = await this.change<{ display: Display }>({
      method: 'POST',
      path: `${this.prefixes.facade}/displays/${segment(displayId)}/current`,
      body: { presentationId },
      repeatable: true,
      options,
    });
    return display;
  }

  /** Shows the next presentation of the queue now; `changed` is false when the queue is empty. */
  advance(
    displayId: string,
    options?: CallOptions,
  ): Promise<Result<'post_api_app_v1_displays_displayId_advance'>> {
    const path = `${this.prefixes.facade}/displays/${segment(displayId)}/advance`;
    return this.change({ method: 'POST', path, options });
  }

  /** Pairs a panel by the code that it shows. */
  claim(request: Body<'post_api_app_v1_displays_claim'>, options?: CallOptions): Promise<Display> {
    const path = `${this.prefixes.owner}/displays/claim`;
    return this.change({ method: 'POST', path, body: request, options });
  }

  /** Changes the owner's settings of the display. */
  update(
    displayId: string,
    settings: Body<'patch_api_app_v1_displays_displayId'>,
    options?: CallOptions,
  ): Promise<Display> {
    return this.change({
      ...this.#own(displayId),
      method: 'PATCH',
      body: settings,
      repeatable: true,
      options,
    });
  }

  /** Unbinds the panel, which then shows a claim code. */
  async unbind(displayId: string, options?: CallOptions): Promise<void> {
    await this.change({ ...this.#own(displayId), method: 'DELETE', options });
  }

  /** Takes a presentation out of the queue. */
  async dequeue(displayId: string, presentationId: string, options?: CallOptions): Promise<void> {
    const { path } = this.#own(displayId);
    await this.change({ method: 'DELETE', path: `${path}/queue/${segment(presentationId)}`, options });
  }

  /** Publishes one entry of the queue now, before those ahead of it. */
  async showQueued(displayId: string, presentationId: string, options?: CallOptions): Promise<Display> {
    const { path } = this.#own(displayId);
    const { display } = await this.change<{ display: Display }>({
      method: 'POST',
      path: `${path}/queue/${segment(presentationId)}/show`,
      options,
    });
    return display;
  }

  /** The owner's settings of the display. */
  settings(displayId: string, options?: CallOptions): Promise<DisplaySettings> {
    return this.read(`displays/${segment(displayId)}/settings`, {}, options, this.prefixes.owner);
  }

  /** The log of the panel, newest first. */
  log(
    displayId: string,
    query: Query<'get_api_app_v1_displays_displayId_log'> = {},
    options?: CallOptions,
  ): Listing<PanelEvent> {
    return this.pages(`displays/${segment(displayId)}/log`, query, options, this.prefixes.owner);
  }

  /** Lets an owned panel enrol again for 15 minutes. */
  resetEnrollment(
    displayId: string,
    options?: CallOptions,
  ): Promise<Result<'post_api_app_v1_displays_displayId_reset_enrollment'>> {
    const { path } = this.#own(displayId);
    return this.change({ method: 'POST', path: `${path}/reset-enrollment`, repeatable: true, options });
  }

  #own(displayId: string): { path: string } {
    return { path: `${this.prefixes.owner}/displays/${segment(displayId)}` };
  }
}
