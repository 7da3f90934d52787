import { whyUnsuitable } from './unsuitable-logo.ts'

const file = (name: string, type: string, size = 5000) => ({ name, type, size })

it.each([
  [file('logo.png', 'image/png', 0), '“logo.png” is empty.'],
  [file('logo.svg', 'image/svg+xml'), 'SVG logos are not supported. Save it as a PNG with transparency.'],
  [file('Logo.pdf', 'application/pdf'), '“Logo.pdf” is not a picture. Choose a PNG, JPEG or WebP.'],
  [
    file('logo.tif', 'image/tiff', 31 * 1024 ** 2),
    '“logo.tif” has 31.0 MB. A logo may have 20.0 MB; under 1 MB is best.',
  ],
])('S-WM-11 %j is not sent, and the reason is shown', (given, why) => expect(whyUnsuitable(given)).toBe(why))

it.each([file('logo.png', 'image/png', 20 * 1024 ** 2), file('logo.heic', '')])(
  'S-WM-11 %j is left to the server to check',
  given => expect(whyUnsuitable(given)).toBeNull(),
)
