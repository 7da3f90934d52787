import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../../../lib/api.ts'

/** A new thread, with or without a point, or a reply. A visitor without a name sends it along. */
export type Written = {
  text: string
  thread_id?: string
  point?: http.CommentPoint | null
  name?: string
  email?: string | null
}

/** The comment calls of a visitor. */
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
