import type { http, Output, sharing } from '@daymark/contracts'

type News = Omit<Output<typeof sharing.getNews>, 'seen'>

export const presentNews = ({ upTo, newIds, correctedIds }: News): http.GalleryNews => ({
  mark: String(upTo),
  new_image_ids: newIds,
  corrected_image_ids: correctedIds,
})

type Changed = Output<typeof sharing.listChanges>['photos'][number]

export const presentShareChange = ({ id, originalFilename, title, change }: Changed): http.v1.ShareChange => ({
  id,
  filename: originalFilename,
  title,
  change,
})
