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
    text: 'Checks by checksum which files the library has and uploads the rest. Safe to run again at any time.',
    scopes: ['read', 'write'],
    language: 'JavaScript',
    file: 'upload-new.js',
  },
  {
    title: 'Your favorites on your website',
    text: 'Photos you like in Daymark become the front page of your site on the next run.',
    scopes: ['read'],
    language: 'JavaScript',
    file: 'show-favorites.js',
  },
  {
    title: 'Back up every album',
    text: 'A manifest lists each file with its checksum. Downloads missing files and verifies them.',
    scopes: ['read'],
    language: 'Python',
    file: 'back-up.py',
  },
  {
    title: 'Find, like and label',
    text: 'Search by title, set favorites and tags, and list the photos with a tag. New labels are created.',
    scopes: ['read', 'write'],
    language: 'cURL',
    file: 'label.sh',
  },
  {
    title: 'React to events',
    text: 'A small webhook server: verifies the signature, responds at once and handles each event once.',
    scopes: ['webhooks'],
    language: 'JavaScript',
    file: 'receive-webhook.js',
  },
]
