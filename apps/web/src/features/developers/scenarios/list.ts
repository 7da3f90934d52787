import type { Scope } from '@daymark/contracts'

/** `file`: a program of the folder samples. */
export type Scenario = { title: string; text: string; scopes: readonly Scope[]; language: string; file: string }

export const SCENARIOS: readonly Scenario[] = [
  {
    title: 'Hand over a gallery',
    text: 'After the last edit: a new album with everything in the folder, and a link for the couple that ends after 90 days.',
    scopes: ['write'],
    language: 'Python',
    file: 'hand-over.py',
  },
  {
    title: 'Upload only what is new',
    text: 'Ask by checksum what the library has, send the rest, and run it again whenever you like: nothing comes twice.',
    scopes: ['read', 'write'],
    language: 'JavaScript',
    file: 'upload-new.js',
  },
  {
    title: 'Your favorites on your website',
    text: 'Whatever you mark as favorite in Daymark becomes the front page of your site with the next run.',
    scopes: ['read'],
    language: 'JavaScript',
    file: 'show-favorites.js',
  },
  {
    title: 'Back up every album',
    text: 'A manifest lists each file with its checksum: fetch what is missing and know that it is whole.',
    scopes: ['read'],
    language: 'Python',
    file: 'back-up.py',
  },
  {
    title: 'Find, like and label',
    text: 'Search by title, set favorite and tags, and list what bears a tag. Labels that are new are made.',
    scopes: ['read', 'write'],
    language: 'cURL',
    file: 'label.sh',
  },
  {
    title: 'React when something happens',
    text: 'A small server for webhooks: checks the signature, answers at once, and takes each event once.',
    scopes: ['webhooks'],
    language: 'JavaScript',
    file: 'receive-webhook.js',
  },
]
