import type { http, PickedPhoto, PickListView } from '@daymark/contracts'
import { presentVisitorList } from '../picks.ts'

export const presentPickList = (list: PickListView): http.v1.PickList => presentVisitorList(list)

export function presentPickedImage(photo: PickedPhoto): http.v1.PickedImage {
  const { id, originalFilename: filename, title, picked, rejected, notes } = photo
  const by = photo.by.map(({ listId, choice, note }) => ({ list_id: listId, choice, note }))
  return { id, filename, title, picked, rejected, notes, by }
}
