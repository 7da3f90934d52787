import type { User } from '../../users/user.entity.ts'
import type { Content } from '../template.ts'

/** Context of the texts of a mail. */
export type MailContext = {
  site: string
  product: string
  /** The token of a link, which is derived when the mail is sent. */
  tokenOf(linkId: string): string
  /** A time in the recipient's language and zone. */
  when(iso: string): string
}
export type WordsOf<T> = { [K in keyof T]: (data: T[K], around: MailContext) => Content }

/** Includes the time zone, because the reader's zone is unknown. */
export const momentFor = ({ language, timeZone }: Pick<User, 'language' | 'timeZone'>, at: Date): string =>
  new Intl.DateTimeFormat(language ?? 'en-GB', {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...{ timeZone: timeZone ?? 'UTC', timeZoneName: 'short' },
  } as const).format(at)
