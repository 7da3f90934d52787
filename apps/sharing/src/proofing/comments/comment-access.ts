import { errors, type http } from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import type { AccessRow } from '../../links/gallery/gallery-access.ts'
import { type NamedVisitor, NamedVisitors } from '../visitors/named-visitors.ts'

export type LinkWithComments = AccessRow & { comments: http.CommentSettings }
type VisitorProof = { token: string; grant?: string | undefined; key?: string | undefined }

/** Whose threads a visitor may see: their own, and those of others if the link shares comments. */
export type CommentReader = { linkId: string; albumId: string; ownerId: string; visitorId: string | null; shared: boolean }
export const toReader = (
  { id, albumId, ownerId, comments }: LinkWithComments,
  visitor: NamedVisitor | undefined,
): CommentReader => ({
  linkId: id,
  albumId,
  ownerId,
  visitorId: visitor?.id ?? null,
  shared: comments.shared,
})

/** Access of visitors to the comments of a link where comments are on. */
@Injectable()
export class CommentAccess {
  constructor(private readonly visitors: NamedVisitors) {}

  async authorize({ key, ...proof }: VisitorProof): Promise<{ link: LinkWithComments; visitor: NamedVisitor | undefined }> {
    const link = await this.visitors.authorize(proof)
    if (!link.comments) throw errors.COMMENTS_OFF()
    return { link: { ...link, comments: link.comments }, visitor: await this.visitors.find(link, key) }
  }

  /** For visitors who have commented. COMMENT_NOT_FOUND otherwise. */
  async authorizeVisitor(proof: VisitorProof): Promise<{ link: LinkWithComments; visitor: NamedVisitor }> {
    const { link, visitor } = await this.authorize(proof)
    if (!visitor) throw errors.COMMENT_NOT_FOUND()
    return { link, visitor }
  }
}
