import { defineService, Plans } from '@daymark/platform'
import { Account } from './accounts/account.entity.ts'
import { GetAnalytics, GetUsage } from './accounts/accounts.handlers.ts'
import { AccountSums } from './accounts/account-sums.ts'
import {
  AddPhotos,
  BatchRename,
  CreateAlbum,
  DeleteAlbum,
  GetAlbum,
  GetAlbumVersion,
  ListAlbumPage,
  ListAlbums,
  ListManifest,
  RemoveFromAlbum,
  ReorderAlbum,
  UpdateAlbum,
} from './albums/albums.handlers.ts'
import { Album } from './albums/album.entity.ts'
import { archivedAccount } from './archive/archived-account.ts'
import { restoreHandlers } from './archive/restore/parts.ts'
import { CorrectClocks } from './captures/correct-clocks.job.ts'
import { GetCaptureOrder } from './captures/get-capture-order.handler.ts'
import { SetCaptureOrder } from './captures/set-capture-order.handler.ts'
import { LibraryConfig } from './config.ts'
import { filesHandlers } from './files/parts.ts'
import { PhotoFile } from './files/photo-file.entity.ts'
import { BeginExport, ExportPhotos } from './export/export.handlers.ts'
import { Library1760000000001 } from './migrations/0001-library.ts'
import { Visitor1760000000002 } from './migrations/0002-visitor.ts'
import { Facets1760000000003 } from './migrations/0003-facets.ts'
import { Contents1760000000004 } from './migrations/0004-contents.ts'
import { AlbumHeader1760000000005 } from './migrations/0005-album-header.ts'
import { ExifNames1760000000006 } from './migrations/0006-exif-names.ts'
import { Pages1760000000007 } from './migrations/0007-pages.ts'
import { AlbumSearch1760000000008 } from './migrations/0008-album-search.ts'
import { GetFigures, GetWork, ListFailedPhotos, RequeuePhotos } from './operation/operation.handlers.ts'
import { Unfinished1760000000012 } from './migrations/0012-unfinished.ts'
import { Restores1760000000015 } from './migrations/0015-restores.ts'
import { Trash1760000000013 } from './migrations/0013-trash.ts'
import { ForgetLibrary } from './owners/forget-library.subscriber.ts'
import { ReleaseBeginnings } from './uploads/release-beginnings.handler.ts'
import {
  AuthorizeUpload,
  DeletePhotos,
  FindKnown,
  FindUnregistered,
  GetInstallation,
  GetPhoto,
  ListFacets,
  RegisterUpload,
  RetryPhotos,
  UpdatePhoto,
} from './photos/photos.handlers.ts'
import { CheckPhotos } from './preflight/check-photos.handler.ts'
import { ListFiles } from './photos/list-files.handler.ts'
import { ListPhotos } from './photos/list-photos.handler.ts'
import { LocatePhoto } from './photos/locate-photo.handler.ts'
import { MarkPhotoFailed, TakeEncrypted } from './photos/photos.subscribers.ts'
import { MarkPhotoReady } from './photos/mark-photo-ready.subscriber.ts'
import { Photo } from './photos/photo.entity.ts'
import { PurgePhotos } from './photos/purge-photos.job.ts'
import { RemovePhotos } from './photos/remove-photos.ts'
import { AwaitPlan } from './plans/await-plan.handler.ts'
import { RememberPlan } from './plans/remember-plan.subscriber.ts'
import { Signposts1760000000018 } from './migrations/0018-signposts.ts'
import { TrashedPhotos1760000000022 } from './migrations/0022-trashed-photos.ts'
import { Sections1760000000023 } from './migrations/0023-sections.ts'
import { PhotoFiles1760000000024 } from './migrations/0024-photo-files.ts'
import { Captures1760000000025 } from './migrations/0025-captures.ts'
import { LibraryLog } from './log.ts'
import { ForgetReceived } from './received/forget-received.subscriber.ts'
import { receivedHandlers, receivedProviders } from './received/parts.ts'
import { ReceivedFile } from './received/received-file.entity.ts'
import { ReceivedFiles1760000000026 } from './migrations/0026-received-files.ts'
import { CameraClocks1760000000027 } from './migrations/0027-camera-clocks.ts'
import { UploadBeginnings1760000000028 } from './migrations/0028-upload-beginnings.ts'
import { SearchTitles } from './search/search-titles.handler.ts'
import { AddSection, MoveToSection, RemoveSection, UpdateSection } from './sections/sections.handlers.ts'
import { OrderDeadline } from './sections/order-deadline.ts'
import { PlaceSignposts } from './signposts/place-signposts.ts'
import { Signposts } from './signposts/signposts.ts'
import {
  ApplyTags,
  AttachTag,
  CreateTag,
  DeleteTag,
  DetachTag,
  GetTag,
  ListPhotoTags,
  ListTagPage,
  ListTags,
  RenameTag,
} from './tags/tags.handlers.ts'
import { Tag } from './tags/tag.entity.ts'
import { ListTrash, PurgeTrash, RestoreTrash } from './trash/trash.handlers.ts'
import { LocateTrashed } from './trash/locate-trashed.handler.ts'
import { TrashThings } from './trash/trash-things.ts'

export const libraryService = defineService({
  name: 'library',
  configs: [LibraryConfig],
  entities: [Account, Photo, PhotoFile, ReceivedFile, Album, Tag],
  migrations: [
    Library1760000000001,
    Visitor1760000000002,
    Facets1760000000003,
    Contents1760000000004,
    AlbumHeader1760000000005,
    ExifNames1760000000006,
    Pages1760000000007,
    AlbumSearch1760000000008,
    Unfinished1760000000012,
    Trash1760000000013,
    Restores1760000000015,
    Signposts1760000000018,
    TrashedPhotos1760000000022,
    Sections1760000000023,
    PhotoFiles1760000000024,
    Captures1760000000025,
    ReceivedFiles1760000000026,
    CameraClocks1760000000027,
    UploadBeginnings1760000000028,
  ],
  // every change of a library writes the account's row (change-library)
  resources: { library: { table: 'accounts', owner: 'user_id' } },
  handlers: [
    ...[
      AuthorizeUpload,
      ReleaseBeginnings,
      RegisterUpload,
      ListPhotos,
      GetPhoto,
      UpdatePhoto,
      DeletePhotos,
      LocatePhoto,
      ListFiles,
    ],
    ...[
      ListAlbums,
      GetAlbum,
      GetAlbumVersion,
      CreateAlbum,
      UpdateAlbum,
      DeleteAlbum,
      AddPhotos,
      RemoveFromAlbum,
      ReorderAlbum,
      BatchRename,
    ],
    ...[GetCaptureOrder, SetCaptureOrder],
    ...[AddSection, UpdateSection, RemoveSection, MoveToSection],
    ...[ListTags, GetTag, CreateTag, RenameTag, DeleteTag, ApplyTags, ListPhotoTags, AttachTag, DetachTag],
    ...[ListAlbumPage, ListManifest, ListTagPage, SearchTitles, CheckPhotos],
    RetryPhotos,
    ...[GetFigures, GetWork, ListFailedPhotos, RequeuePhotos],
    ...[ListFacets, GetAnalytics, AwaitPlan, FindKnown, FindUnregistered, GetInstallation],
    GetUsage,
    ...[BeginExport, ExportPhotos],
    ...[ListTrash, RestoreTrash, PurgeTrash, LocateTrashed],
    ...filesHandlers,
    ...receivedHandlers,
    ...restoreHandlers,
  ],
  subscribers: [ForgetLibrary, MarkPhotoReady, MarkPhotoFailed, TakeEncrypted, RememberPlan, ForgetReceived],
  jobs: [PurgePhotos, CorrectClocks],
  archive: archivedAccount,
  providers: ({ log }) => [
    { provide: LibraryLog, useValue: new LibraryLog(log) },
    ...[Plans, RemovePhotos, TrashThings, AccountSums, PlaceSignposts, Signposts],
    ...receivedProviders,
    OrderDeadline,
  ],
})
