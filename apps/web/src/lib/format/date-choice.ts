type Account = { time_zone: string | null; language: string | null }

/** What the signed-in person chose for dates; where nothing is chosen, and for visitors, the browser's own. */
export const dateChoice: { language?: string; timeZone?: string } = {}

export function chooseDates({ time_zone, language }: Account) {
  dateChoice.timeZone = time_zone ?? undefined
  dateChoice.language = language ?? undefined
}
