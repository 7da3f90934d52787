import { loggedPath } from './logged-path.ts'

const token = 'ZxyabcdefghijklmnopqrstuV'.slice(0, 22)

it.each([
  ['/api/images', '/api/images'],
  ['/v1/tokens', '/v1/tokens'],
  [
    '/api/albums/0190c0de-0000-7000-8000-00000000abcd/batch-rename',
    '/api/albums/0190c0de-0000-7000-8000-00000000abcd/batch-rename',
  ],
  [`/api/shares/public/${token}/unlock`, '/api/shares/public/[…]/unlock'],
  [`/api/shares/PUBLIC/${token}`, '/api/shares/PUBLIC/[…]'],
  [`/Share/${token}`, '/Share/[…]'],
  [`/api/shares/public/%41${token.slice(1)}`, '/api/shares/public/[…]'],
  ['/share/smith-wedding', '/share/[…]'],
  ['/api/shares/public/wedding/download', '/api/shares/public/[…]/download'],
  ['/media/share/md/IMG_1-abc.jpg', '/media/share/md/[…]'],
  [`/a-typing-error/${token}/`, '/a-typing-error/[…]/'],
  ['/media/originals/Holiday%201.jpg', '/media/originals/[…]'],
  ['/', '/'],
])('%s is logged as %s', (path, logged) => expect(loggedPath(path)).toBe(logged))
