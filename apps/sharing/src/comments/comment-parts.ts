import { CommentAccess } from './comment-access.ts'
import { CountComments, ListPhotoComments, RemoveOwnComment, ResolveOwnThread } from './comments.handlers.ts'
import { AnswerComment, ListComments, RemoveComment, ResolveThread } from './owner/owner.handlers.ts'
import { WriteComment } from './write-comment.handler.ts'

export const commentHandlers = [
  ...[CountComments, ListPhotoComments, WriteComment, ResolveOwnThread, RemoveOwnComment],
  ...[ListComments, AnswerComment, ResolveThread, RemoveComment],
]
export const commentProviders = [CommentAccess]
