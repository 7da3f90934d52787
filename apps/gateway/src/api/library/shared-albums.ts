import { type Actor, AppError, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'

/**
 * Finds the albums that have an active link. While the sharing service is unavailable, it finds none, so that albums can still be
 * displayed.
 */
@Injectable()
export class SharedAlbums {
  constructor(private readonly rpc: RpcClient) {}

  async all(actor: Actor): Promise<Set<string>> {
    const { sharedAlbumIds } = await this.rpc
      .call(sharing.countLinks, {}, actor)
      .catch(fallbackIfUnavailable({ sharedAlbumIds: [] }))
    return new Set(sharedAlbumIds)
  }

  async among(albumIds: string[], actor: Actor): Promise<Set<string>> {
    if (albumIds.length === 0) return new Set()
    const found = await this.rpc
      .call(sharing.findShared, { albumIds }, actor)
      .catch(fallbackIfUnavailable({ albumIds: [] }))
    return new Set(found.albumIds)
  }

  async has(albumId: string, actor: Actor): Promise<boolean> {
    return (await this.among([albumId], actor)).has(albumId)
  }
}

const fallbackIfUnavailable =
  <T>(fallback: T) =>
  (error: unknown): T => {
    if (error instanceof AppError && error.status === 503) return fallback
    throw error
  }
