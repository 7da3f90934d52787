import { filesHashed, type EventOf } from '@daymark/contracts'
import { Clock, On, type Commit, type Subscriber } from '@daymark/platform'

/** A file that was replaced meanwhile has other bytes, and this says nothing of them. */
const KEEP = `
  UPDATE file_hashes h SET sha256 = f.sha256, answered_at = $4
  FROM unnest($2::uuid[], $3::text[], $5::text[]) AS f (photo_id, content, sha256), photos p
  WHERE h.photo_id = f.photo_id AND h.content = f.content AND p.id = h.photo_id AND p.owner_id = $1 AND h.sha256 IS NULL`

@On(filesHashed)
export class KeepHashes implements Subscriber<typeof filesHashed> {
  constructor(private readonly clock: Clock) {}

  async on({ data: { ownerId, files } }: EventOf<typeof filesHashed>, commit: Commit) {
    const [ids, contents] = [files.map(({ photoId }) => photoId), files.map(({ content }) => content)]
    const hashes = files.map(({ sha256 }) => sha256)
    await commit(async tx => void tx.sql(KEEP, [ownerId, ids, contents, this.clock.now(), hashes]))
  }
}
