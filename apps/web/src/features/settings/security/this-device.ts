const DEVICES: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android phone'],
  [/Macintosh/, 'Mac'],
  [/Windows/, 'Windows PC'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux PC'],
]

/** A readable default name, which can be changed. */
export const thisDevice = (userAgent: string) => DEVICES.find(([sign]) => sign.test(userAgent))?.[1] ?? 'This device'
