import type { User } from '../../users/user.entity.ts'

/** With the zone, as nobody knows where a mail is read. */
export const momentFor = ({ language, timeZone }: Pick<User, 'language' | 'timeZone'>, at: Date): string =>
  new Intl.DateTimeFormat(language ?? 'en-GB', {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...{ timeZone: timeZone ?? 'UTC', timeZoneName: 'short' },
  } as const).format(at)
