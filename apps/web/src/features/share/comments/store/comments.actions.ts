import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../../../lib/api.ts'

/** What is written: a new thread, with or without a point, or an answer in one. Who is not named yet says her name with it. */
export type Written = {
  text: string
  thread_id?: string
  point?: http.CommentPoint | null
  name?: string
  email?: string | null
}

/** What a visitor asks the server of the comments of a gallery. */
export const callsOf = (token: string) => {
  const params = { token }
  return {
    counts: () => call(routes.getGalleryComments, { params }),
    ofImage: (image: string) => call(routes.getImageComments, { params: { token, image } }),
    write: (image: string, written: Written) =>
      call(routes.writeComment, { params, body: { image_id: image, ...written } }),
    resolve: (thread: string, resolved: boolean) =>
      call(routes.resolveOwnThread, { params: { token, thread }, body: { resolved } }),
    remove: (comment: string) => call(routes.removeOwnComment, { params: { token, comment } }),
  }
}
