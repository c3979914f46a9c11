/** Weather as the World Meteorological Organization numbers it (code table 4677, as weather services use it). */
const WEATHER_WORDS: [number[], string][] = [
  [[0], 'clear sky'],
  [[1], 'mainly clear'],
  [[2], 'partly cloudy'],
  [[3], 'overcast'],
  [[45], 'fog'],
  [[48], 'rime fog'],
  [[51], 'light drizzle'],
  [[53], 'drizzle'],
  [[55], 'dense drizzle'],
  [[56, 57], 'freezing drizzle'],
  [[61], 'light rain'],
  [[63], 'rain'],
  [[65], 'heavy rain'],
  [[66, 67], 'freezing rain'],
  [[71], 'light snow'],
  [[73], 'snow'],
  [[75], 'heavy snow'],
  [[77], 'snow grains'],
  [[80], 'light showers'],
  [[81], 'showers'],
  [[82], 'violent showers'],
  [[85], 'light snow showers'],
  [[86], 'snow showers'],
  [[95], 'thunderstorm'],
  [[96, 99], 'thunderstorm with hail'],
];

/** The description in a weather object of OpenWeatherMap; null for anything else. */
export function readWeather({
  id,
  main,
  description,
  icon,
  ...others
}: Record<string, unknown>): string | null {
  const isWeather = typeof id === 'number' && typeof main === 'string' && typeof icon === 'string';
  return isWeather && typeof description === 'string' && Object.keys(others).length === 0
    ? description
    : null;
}

/** The words for a weather code; anything else is unchanged. */
export const weatherWord = (code: unknown): unknown =>
  WEATHER_WORDS.find(([codes]) => codes.includes(code as number))?.[1] ?? code;

export const isWeatherCode = (unit: unknown) => typeof unit === 'string' && /^wmo[ _]code$/i.test(unit);
