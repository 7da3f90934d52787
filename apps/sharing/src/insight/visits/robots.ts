import { createIsbotFromList, isbotPatterns, list } from 'isbot'

/** Whoever only names the HTTP library in use is a person until it says otherwise, and so is a browser without a window. */
const PEOPLE = [
  'node',
  'curl/8.5.0',
  'Wget/1.21.4',
  'python-requests/2.32.3',
  'okhttp/4.12.0',
  'axios/1',
  'HeadlessChrome/140.0.0.0 Safari/537.36',
]
const ofPeople = new Set(PEOPLE.flatMap(agent => isbotPatterns(agent)))
/** Programs that make previews of links, which the list knows only by a pattern that takes every plain client. */
const PREVIEWS = ['embedly', 'iframely', 'vkshare']

const isKnownRobot = createIsbotFromList([...list.filter(pattern => !ofPeople.has(pattern)), ...PREVIEWS])

/** Programs that addComment who they are: search engines, link previews, monitors. */
export const isRobot = (userAgent: string | undefined): boolean => isKnownRobot((userAgent ?? '').slice(0, 1000))
