import { randomText } from '@daymark/platform'

const LENGTH = 20
/** Without what looks alike (0 O, 1 l I); the signs need no escaping in a shell, an address or a chat. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_.+'
const KINDS = [/[A-Z]/, /[a-z]/, /\d/, /[-_.+]/]

/** About 118 random bits, with a character of every kind for systems that ask for it. */
export function strongPassword(): string {
  for (;;) {
    const password = randomText(ALPHABET, LENGTH)
    if (KINDS.every(kind => kind.test(password))) return password
  }
}
