/** All strings that contain the product's name, so that a fork renames it in one place. */
export const brand = {
  name: 'Placard',
  /** First level of every MQTT topic. */
  topicRoot: 'placard',
  thingPrefix: 'placard-',
  personalTokenPrefix: 'plc_pat_',
  refreshTokenPrefix: 'plc_rt_',
  /** Default vendor word of the Scene media type (`SCENE_VENDOR` overrides it). */
  sceneVendor: 'placard',
  tokenIssuer: 'placard',
  tokenAudience: 'placard-app',
} as const;
