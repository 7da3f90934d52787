import type { http, LinkAnalytics, LinkView } from '@daymark/contracts'
import { variantUrl } from './photo.ts'
import { presentShare } from './share.ts'

/** `site`: the public address, without a slash at its end. */
export function presentShareAnalytics(
  { link, days, hours, ...figures }: LinkAnalytics & { link: LinkView },
  site: string,
): http.ShareAnalytics {
  return {
    share: presentShare(link, site),
    uniqueVisitors: figures.uniqueVisitors,
    totalVisits: figures.totalVisits,
    totalPhotoViews: figures.totalPhotoViews,
    avgDuration: figures.avgDuration,
    topPhotos: figures.topPhotos.map(photo => ({
      image_id: photo.photoId,
      filename: photo.filename,
      original_filename: photo.originalFilename,
      title: photo.title,
      view_count: photo.views,
      download_count: photo.downloads,
      thumbnail_url: variantUrl('sm', photo.filename),
    })),
    visits: figures.visits.map(visit => ({
      id: visit.id,
      started_at: visit.startedAt,
      visitor_id: visit.visitorId,
      page_views: visit.pageViews,
      photo_views: visit.photoViews,
      duration_seconds: visit.durationSeconds,
    })),
    downloads: figures.downloads.map(({ type, downloads, photos }) => ({
      type,
      count: downloads,
      photo_count: photos,
    })),
    viewsPerDay: days.map(({ day, visits, photoViews }) => ({ day, visits, photo_views: photoViews })),
    viewsPerHour: hours.map(({ hour, visits, photoViews }) => ({ hour, visits, photo_views: photoViews })),
  }
}
