/** NOTIFY channels between processes. Payloads are ids: listeners read the rows. */
export const channels = {
  /** A panel may need a command. Payload: its device id. */
  panelChanged: 'panel_changed',
  /** Panels have newer connections to another gateway. Payload: `<deviceId>:<epoch>` of each, separated by blanks. */
  panelTakenOver: 'panel_taken_over',
  /** Messages of panels arrived at a gateway other than the one that sends their commands. Payload: device ids. */
  panelsHeard: 'panels_heard',
  /** The accounts of an external broker have changed. No payload. */
  brokerAccountsChanged: 'broker_accounts_changed',
  /** An analysis has new events. Payload: its id. */
  analysisChanged: 'analysis_changed',
  /**
   * A content, presentation or display of a user has changed. Payload: the user's id; for a content or presentation
   * followed by a blank and its current state.
   */
  userChanged: 'user_changed',
  /** A preview was drawn, or failed. Payload: the user's id. */
  previewEnded: 'preview_ended',
  /** An event was recorded in the outbox, or a delivery is due at once. No payload. */
  eventRecorded: 'event_recorded',
  /** A session or personal access token ended. Payload: its id. */
  credentialEnded: 'credential_ended',
} as const;
