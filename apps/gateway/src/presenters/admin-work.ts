import type { http, operations, Output } from '@daymark/contracts'

type Work = Output<typeof operations.getWork>
type Failed = Output<typeof operations.listFailedPhotos>['photos'][number]

export const presentWork = (of: Work): http.MediaWork => ({
  waiting: of.waiting,
  in_progress: of.inProgress,
  to_encrypt: of.toEncrypt ?? null,
  oldest_seconds: of.oldestSeconds,
  per_minute: of.perMinute,
  estimate_seconds: of.estimateSeconds,
  failed: of.failed,
  notes: of.notes,
})

export const presentFailedPhoto = (photo: Failed): http.FailedPhoto => ({
  id: photo.id,
  owner_id: photo.ownerId,
  owner_name: photo.ownerName,
  filename: photo.filename,
  size: photo.size,
  uploaded_at: photo.uploadedAt,
})
