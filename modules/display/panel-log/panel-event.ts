/** What the log of a panel can say, each with one line for people. `detail` carries ids and reasons, no secrets. */
export const panelEventKinds = {
  enrolled: 'The panel enrolled.',
  claimed: 'The panel got an owner.',
  unbound: 'The panel lost its owner.',
  connected: 'The panel connected.',
  disconnected: 'The connection ended.',
  published: 'A presentation was published to the panel.',
  sent_again: 'A command was sent again, because the panel had not followed it.',
  confirmed: 'The panel shows the presentation.',
  confirm_ignored: 'The panel confirmed something that was never published to it.',
  show_failed: 'The panel could not show the presentation.',
  fetch_failed: 'The panel could not fetch a frame, which does not count against the presentation.',
  given_up: 'The presentation was given up.',
  panel_logged: 'The panel wrote in its log.',
  message_refused: 'A message of the panel made no sense.',
} as const;

export type PanelEventKind = keyof typeof panelEventKinds;

export interface PanelEvent {
  deviceId: string;
  kind: PanelEventKind;
  detail?: Record<string, string | number | null>;
  /** When it happened, where that is not now. */
  at?: Date;
}
