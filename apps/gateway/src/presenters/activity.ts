import type { activity, http, Output } from '@daymark/contracts'

type Item = Output<typeof activity.list>['items'][number]

export const presentActivity = ({
  id,
  type,
  userId,
  userName,
  albumTitle,
  filename,
  viewCount,
  at,
}: Item): http.ActivityItem => ({
  ...{ id, activity_type: type, user_id: userId, user_name: userName },
  ...{ album_title: albumTitle, image_filename: filename, view_count: viewCount, created_at: at },
})
