import type { http, OwnedThread } from '@daymark/contracts'
import { presentComment } from '../comments.ts'

export function presentCommentThread(thread: OwnedThread): http.v1.CommentThread {
  const { id, photo, point, resolvedAt, createdAt, email, comments } = thread
  return {
    ...{ id, image_id: photo.id, filename: photo.originalFilename, point },
    ...{ resolved_at: resolvedAt, created_at: createdAt, email },
    comments: comments.map(presentComment),
  }
}
