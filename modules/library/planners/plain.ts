import type { Planner } from './planner.ts';

/** One plain page of the first material that says something, on every display that was named or else the first. */
export const plainPlanner: Planner = {
  name: 'rules',
  async plan({ contents, displays, routing, title, mayDecline }, progress) {
    progress.started('choosing_layout');
    const digests = contents.flatMap(({ assets }) => assets.map(({ digest }) => digest));
    const spoken = digests.find(({ text }) => text.trim() !== '') ?? digests[0];
    if (!spoken && mayDecline) return { outcome: 'no_change', reason: 'There is nothing to show.' };
    const wanted = routing.kind === 'choose' ? displays.slice(0, 1) : displays;
    const targets = routing.kind === 'output' ? [null] : wanted.map(({ id }) => id);
    const heading = title ?? spoken?.title ?? null;
    const text = spoken?.text || spoken?.summary || heading || 'Nothing to read.';
    const actions = targets.map((displayId) => ({
      displayId,
      template: 'plain',
      parameters: { title: heading, text: text.slice(0, 4000) },
      title: heading ?? '',
    }));
    return { outcome: 'presentations', actions, reasons: ['a plain page'] };
  },
};
