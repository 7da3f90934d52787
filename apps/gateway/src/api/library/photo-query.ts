import type { http, Input, library } from '@daymark/contracts'
import type { z } from 'zod'
import { fromDate, untilDate } from '../../helpers/dates.ts'
import { paging } from '../../helpers/paging.ts'

type Query = z.infer<typeof http.imageQuery>

/** rule 18, from text. An empty value is none. */
export function photoQuery(query: Query): Input<typeof library.listPhotos> {
  const filter = {
    isFavorite: flag(query.is_favorite),
    tagId: some(query.tag_id),
    albumId: some(query.album_id),
    q: some(query.q),
    format: some(query.format),
    orientation: query.orientation,
    untagged: flag(query.untagged),
    camera: some(query.camera),
    lens: some(query.lens),
    dateFrom: some(query.date_from) && fromDate('date_from', shownTime(query.date_from ?? '')),
    dateTo: some(query.date_to) && untilDate('date_to', shownTime(query.date_to ?? '')),
  }
  return { filter, sort: query.sort, direction: query.direction, ...paging(query) }
}

const some = (text: string | undefined): string | undefined => (text === '' ? undefined : text)
/** Photos are compared by the clock of their camera, which has no zone: what a clock shows counts, wherever it is. */
const shownTime = (text: string): string => text.replace(/(?<=:.*)([+-]\d{2}:?\d{2})$/, '')
const flag = (text: string | undefined): boolean | undefined =>
  text === undefined ? undefined : text === 'true' || text === '1'
