import { CommentAccess } from './comment-access.ts'
import { CountComments } from './count-comments.handler.ts'
import { ListPhotoComments } from './list-photo-comments.handler.ts'
import { AnswerComment } from './owner/answer-comment.handler.ts'
import { ListComments } from './owner/list-comments.handler.ts'
import { RemoveComment } from './owner/remove-comment.handler.ts'
import { ResolveThread } from './owner/resolve-thread.handler.ts'
import { RemoveOwnComment } from './remove-own-comment.handler.ts'
import { ResolveOwnThread } from './resolve-own-thread.handler.ts'
import { WriteComment } from './write-comment.handler.ts'

export const commentHandlers = [
  ...[CountComments, ListPhotoComments, WriteComment, ResolveOwnThread, RemoveOwnComment],
  ...[ListComments, AnswerComment, ResolveThread, RemoveComment],
]
export const commentProviders = [CommentAccess]
