import { sharing, type Input } from '@daymark/contracts'
import { Database, Handles, isId, type Handler } from '@daymark/platform'
import { CommentAccess, readerOf } from './comment-access.ts'
import { threadsOf } from './threads.ts'

@Handles(sharing.listPhotoComments)
export class ListPhotoComments implements Handler<typeof sharing.listPhotoComments> {
  constructor(
    private readonly db: Database,
    private readonly access: CommentAccess,
  ) {}

  async handle({ photoId, ...proof }: Input<typeof sharing.listPhotoComments>) {
    const { link, visitor } = await this.access.enter(proof)
    const threads = await threadsOf(this.db, readerOf(link, visitor), isId(photoId) ? photoId : null)
    return { name: visitor?.name ?? null, threads }
  }
}
