import type { Content } from '../template.ts'

/** What the words of a mail need to know. */
export type Around = {
  site: string
  product: string
  /** The secret of a link, made when the mail leaves. */
  tokenOf(linkId: string): string
  /** A moment as this person reads it. */
  when(iso: string): string
}
export type WordsOf<T> = { [K in keyof T]: (data: T[K], around: Around) => Content }
