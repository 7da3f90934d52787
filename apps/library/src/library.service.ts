import { defineService, Plans } from '@daymark/platform'
import { Account } from './accounts/account.entity.ts'
import { GetAnalytics } from './accounts/get-analytics.ts'
import { AddPhotos } from './albums/add-photos.ts'
import { Album } from './albums/album.entity.ts'
import { BatchRename } from './albums/batch-rename.ts'
import { CreateAlbum } from './albums/create-album.ts'
import { DeleteAlbum } from './albums/delete-album.ts'
import { GetAlbum } from './albums/get-album.ts'
import { ListAlbums } from './albums/list-albums.ts'
import { RemoveFromAlbum } from './albums/remove-photos.ts'
import { ReorderAlbum } from './albums/reorder-album.ts'
import { UpdateAlbum } from './albums/update-album.ts'
import { LibraryConfig } from './config.ts'
import { Library1760000000001 } from './migrations/0001-library.ts'
import { Visitor1760000000002 } from './migrations/0002-visitor.ts'
import { Facets1760000000003 } from './migrations/0003-facets.ts'
import { Contents1760000000004 } from './migrations/0004-contents.ts'
import { AuthorizeUpload } from './photos/authorize-upload.ts'
import { DeletePhotos } from './photos/delete-photos.ts'
import { FindKnown } from './photos/find-known.ts'
import { FindUnregistered } from './photos/find-unregistered.ts'
import { GetInstallation } from './photos/get-installation.ts'
import { GetPhoto } from './photos/get-photo.ts'
import { ListFacets } from './photos/list-facets.ts'
import { ListPhotos } from './photos/list-photos.ts'
import { LocatePhoto } from './photos/locate-photo.ts'
import { MarkPhotoFailed } from './photos/mark-photo-failed.ts'
import { MarkPhotoReady } from './photos/mark-photo-ready.ts'
import { Photo } from './photos/photo.entity.ts'
import { PurgePhotos } from './photos/purge-photos.ts'
import { RegisterUpload } from './photos/register-upload.ts'
import { RemovePhotos } from './photos/remove-photos.ts'
import { RetryPhotos } from './photos/retry-photos.ts'
import { UpdatePhoto } from './photos/update-photo.ts'
import { AwaitPlan } from './plans/await-plan.ts'
import { RememberPlan } from './plans/remember-plan.ts'
import { ApplyTags } from './tags/apply-tags.ts'
import { AttachTag } from './tags/attach-tag.ts'
import { CreateTag } from './tags/create-tag.ts'
import { DeleteTag } from './tags/delete-tag.ts'
import { DetachTag } from './tags/detach-tag.ts'
import { ListPhotoTags } from './tags/list-photo-tags.ts'
import { ListTags } from './tags/list-tags.ts'
import { RenameTag } from './tags/rename-tag.ts'
import { Tag } from './tags/tag.entity.ts'

export const libraryService = defineService({
  name: 'library',
  configs: [LibraryConfig],
  entities: [Account, Photo, Album, Tag],
  migrations: [Library1760000000001, Visitor1760000000002, Facets1760000000003, Contents1760000000004],
  handlers: [
    ...[AuthorizeUpload, RegisterUpload, ListPhotos, GetPhoto, UpdatePhoto, DeletePhotos, LocatePhoto],
    ...[
      ListAlbums,
      GetAlbum,
      CreateAlbum,
      UpdateAlbum,
      DeleteAlbum,
      AddPhotos,
      RemoveFromAlbum,
      ReorderAlbum,
      BatchRename,
    ],
    ...[ListTags, CreateTag, RenameTag, DeleteTag, ApplyTags, ListPhotoTags, AttachTag, DetachTag],
    RetryPhotos,
    ...[ListFacets, GetAnalytics, AwaitPlan, FindKnown, FindUnregistered, GetInstallation],
  ],
  subscribers: [MarkPhotoReady, MarkPhotoFailed, RememberPlan],
  jobs: [PurgePhotos],
  providers: () => [Plans, RemovePhotos],
})
