/** Programs that say who they are: search engines, link previews, monitors. Plain HTTP clients are people until they say otherwise. */
const ROBOTS = new RegExp(
  [
    // Cubot is a make of phones
    '(?<!cu)bot\\b',
    'bot[-_/]',
    'crawl',
    'spider',
    'slurp',
    'facebookexternalhit|facebookcatalog|meta-externalagent',
    'whatsapp|skypeuripreview|bingpreview|embedly|iframely|vkshare|snapchat|google-pagerenderer',
    'mediapartners|google-inspectiontool|google-read-aloud|feedfetcher|duplexweb',
    'ia_archiver|archive\\.org|w3c_validator|lighthouse|pingdom|uptime|statuscake|site24x7',
  ].join('|'),
  'i',
)

export const isRobot = (userAgent: string | undefined): boolean => ROBOTS.test((userAgent ?? '').slice(0, 1000))
