import { type http, PICKS } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import type { Daymark } from './daymark.ts'

export const picksPath = (token: string, more = '') => `/api/shares/public/${token}/picks${more}`
/** Who said her name there. */
export const visitorPath = (token: string, more: string) => `/api/shares/public/${token}/visitor${more}`

/** As if half of the visitors that a link can have had given their names before. */
export const fillHalfOfLists = (daymark: Daymark, linkId: string) =>
  daymark.db('sharing').sql(
    `INSERT INTO pick_lists (link_id, key_hash, name, picking, created_at, changed_at)
     SELECT $1, n::text, 'Guest ' || n, false, now(), now() FROM generate_series(1, $2) AS n`,
    [linkId, PICKS.lists / 2],
  )

let ms = 1_800_000_000_000
/** Each later than the one before. */
export const pickStamp = (device = 'aaaaaaaa') => `${ms++}-0000-${device}`

/** What a visitor says of an image: a choice, a note, or both. */
export const pickOf = (image: { id: string } | undefined, choice: http.Pick['choice'], note?: string): http.Pick => ({
  image_id: image?.id ?? '',
  choice,
  choice_at: choice === 'none' && note !== undefined ? '' : pickStamp(),
  note: note ?? '',
  note_at: note === undefined ? '' : pickStamp(),
})

/** What every call of a visitor finds its own in: a password, a visit, a list that is begun, changed and opened, a comment. */
export const bodyForAnyRoute = ({ token, image }: { token: string; image: { id: string } }) => ({
  ...{ password: 'x', token, event_type: 'photo_view' },
  ...{ name: 'Anna', key: 'x', changes: [pickOf(image, 'picked')] },
  ...{ mark: '0', email: 'anna@example.org' },
  ...{ image_id: image.id, text: 'Lovely', resolved: true },
})

/** From opening the gallery to the list that is sent. */
export async function sendList(visitor: Visitor, token: string, picks: http.Pick[]): Promise<void> {
  await visitor.get(`/api/shares/public/${token}`)
  await visitor.post(picksPath(token), { name: 'Anna', email: 'anna@example.org' })
  await visitor.post(picksPath(token, '/changes'), { changes: picks })
  await visitor.post(picksPath(token, '/send'), {})
}
