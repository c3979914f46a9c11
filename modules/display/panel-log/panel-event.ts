/** The kinds of entries in the log of a panel, each with a summary. `detail` contains ids and reasons, no secrets. */
export const panelEventKinds = {
  enrolled: 'The panel enrolled.',
  claimed: 'The panel got an owner.',
  unbound: 'The panel lost its owner.',
  connected: 'The panel connected.',
  disconnected: 'The connection ended.',
  published: 'A presentation was published to the panel.',
  sent_again: 'A command was sent again, because the panel had not executed it.',
  confirmed: 'The panel shows the presentation.',
  confirm_ignored: 'The panel confirmed a presentation that was not published to it.',
  show_failed: 'The panel could not show the presentation.',
  fetch_failed: 'The panel could not fetch a frame, which does not count against the presentation.',
  given_up: 'The presentation failed.',
  panel_logged: 'The panel sent a log entry.',
  message_refused: 'A message of the panel was invalid.',
} as const;

export type PanelEventKind = keyof typeof panelEventKinds;

export interface PanelEvent {
  deviceId: string;
  kind: PanelEventKind;
  detail?: Record<string, string | number | null>;
  /** When it happened, where that is not now. */
  at?: Date;
}
