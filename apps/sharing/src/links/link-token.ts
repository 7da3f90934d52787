import { randomText } from '@daymark/platform'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62^22 is a little more than 2^130; rule 43 asks for 128 bits. */
const LENGTH = 22

/** Letters and digits only, so that a double click selects it and no mail program cuts it. */
export const linkToken = (): string => randomText(ALPHABET, LENGTH)

/** Whatever else a visitor sends cannot be a token and need not reach the database. */
export const isToken = (text: string): boolean => /^[0-9A-Za-z]{22}$/.test(text)
