import { defineService, FailureLimiter, ForgetFailures, Plans, RememberPlan } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { BringLinks } from './archive/bring-links.handler.ts'
import { archivedAccount } from './archive/archived-account.ts'
import { GetAnalytics } from './analytics/get-analytics.handler.ts'
import { sharingResources } from './resources.ts'
import { SharingConfig, TrashConfig } from './config.ts'
import { ArrangeAlbum } from './copy/arrange-album.subscriber.ts'
import { CatchUp } from './copy/catch-up.ts'
import { PurgeAlbum } from './copy/purge-album.subscriber.ts'
import { RestoreAlbum } from './copy/restore-album.subscriber.ts'
import { RestorePhoto } from './copy/restore-photo.subscriber.ts'
import { ListTrashedLinks } from './trash/list-trashed-links.handler.ts'
import { PurgeTrashedLinks } from './trash/purge-links.handler.ts'
import { PurgeLinks } from './trash/purge-links.job.ts'
import { RestoreLinks } from './trash/restore-links.handler.ts'
import { TrashLinks } from './trash/trash-links.ts'
import { ForgetAlbum } from './copy/forget-album.subscriber.ts'
import { ForgetPhoto } from './copy/forget-photo.subscriber.ts'
import { RememberCreatedAlbum } from './copy/remember-created-album.subscriber.ts'
import { RememberPhoto } from './copy/remember-photo.subscriber.ts'
import { RememberWatermark } from './copy/remember-watermark.subscriber.ts'
import { RememberUpdatedAlbum } from './copy/remember-updated-album.subscriber.ts'
import { Brands } from './brands/brands.ts'
import { GetBrand } from './brands/get-brand.handler.ts'
import { GetShownBrand } from './brands/get-shown-brand.handler.ts'
import { UpdateBrand } from './brands/update-brand.handler.ts'
import { CheckDomains } from './domains/check-domains.job.ts'
import { domainHandlers, domainProviders } from './domains/domain-parts.ts'
import { ClaimDownloads } from './gallery/claim-downloads.handler.ts'
import { GalleryAccess } from './gallery/gallery-access.ts'
import { GetCard } from './gallery/get-card.handler.ts'
import { GetGallery } from './gallery/get-gallery.handler.ts'
import { Grants } from './gallery/grants.ts'
import { LinkPasswords } from './gallery/link-passwords.ts'
import { ListFiles } from './gallery/list-files.handler.ts'
import { ListArchive } from './gallery/list-archive.handler.ts'
import { LocatePublic } from './gallery/locate-public.handler.ts'
import { OpenLink } from './gallery/open-link.handler.ts'
import { Unlock } from './gallery/unlock.handler.ts'
import { CheckLink } from './links/check-link.handler.ts'
import { CheckedSettings } from './links/checked-settings.ts'
import { CountLinks } from './links/count-links.handler.ts'
import { CreateLink } from './links/create-link.handler.ts'
import { DeleteLink } from './links/delete-link.handler.ts'
import { Link } from './links/link.entity.ts'
import { FindShared } from './links/find-shared.handler.ts'
import { GetLink } from './links/get-link.handler.ts'
import { ListLinkPage } from './links/list-link-page.handler.ts'
import { ListLinks } from './links/list-links.handler.ts'
import { ReinstateLink } from './links/reinstate-link.handler.ts'
import { RevokeLink } from './links/revoke-link.handler.ts'
import { UpdateLink } from './links/update-link.handler.ts'
import { WatermarkRule } from './links/watermark-rule.ts'
import { sharingMigrations } from './migrations/sharing-migrations.ts'
import { ResolveName } from './names/resolve-name.handler.ts'
import { AddSelectionLink } from './selections/add-selection-link.handler.ts'
import { CreateSelection } from './selections/create-selection.handler.ts'
import { GetSelection } from './selections/get-selection.handler.ts'
import { commentHandlers, commentProviders } from './comments/comment-parts.ts'
import { mailHandlers, mailJobs, mailProviders, mailSubscribers } from './mail/mail-parts.ts'
import { pickHandlers, pickProviders } from './picks/pick-parts.ts'
import { firstLookHandlers } from './first-look/first-look-parts.ts'
import { presetHandlers, presetProviders } from './presets/preset-parts.ts'
import { newsHandlers } from './news/news-parts.ts'
import { KeepHashes } from './manifests/keep-hashes.subscriber.ts'
import { manifestHandlers, manifestProviders } from './manifests/manifest-parts.ts'
import { UploadLink } from './uploads/upload-link.entity.ts'
import { uploadHandlers, uploadProviders } from './uploads/upload-parts.ts'
import { visitorHandlers, visitorProviders } from './visitors/visitor-parts.ts'
import { studioPageHandlers, studioPageProviders } from './studio-pages/studio-page-parts.ts'
import { AwaitPlan } from './plans/await-plan.handler.ts'
import { DescribeLinks } from './overview/describe-links.handler.ts'
import { ListSharedAlbums } from './overview/list-shared-albums.handler.ts'
import { ForgetEvents } from './visits/forget-events.job.ts'
import { ForgetVisits } from './visits/forget-visits.job.ts'
import { GetFigures } from './operation/get-figures.handler.ts'
import { GetFacts } from './operation/get-facts.handler.ts'
import { ListDomains } from './operation/list-domains.handler.ts'
import { ForgetOwner } from './owners/forget-owner.subscriber.ts'
import { GetAccountLinks } from './owners/get-account-links.handler.ts'
import { RememberAccess } from './owners/remember-access.subscriber.ts'
import { Track } from './visits/track.handler.ts'
import { VisitBudget } from './visits/visit-budget.ts'

export const sharingService = defineService({
  name: 'sharing',
  archive: archivedAccount,
  configs: [SharingConfig, TrashConfig],
  entities: [Link, UploadLink],
  migrations: sharingMigrations,
  resources: sharingResources,
  handlers: [
    BringLinks,
    ListLinks,
    CreateLink,
    CreateSelection,
    AddSelectionLink,
    GetSelection,
    UpdateLink,
    RevokeLink,
    ReinstateLink,
    DeleteLink,
    CountLinks,
    GetFacts,
    ...[ListLinkPage, GetLink, FindShared, CheckLink],
    ListSharedAlbums,
    DescribeLinks,
    ResolveName,
    GetGallery,
    GetCard,
    OpenLink,
    ListFiles,
    LocatePublic,
    ListArchive,
    ClaimDownloads,
    Unlock,
    Track,
    GetAnalytics,
    AwaitPlan,
    ...domainHandlers,
    GetBrand,
    UpdateBrand,
    GetShownBrand,
    ...[GetFigures, ListDomains],
    GetAccountLinks,
    ...[...visitorHandlers, ...commentHandlers, ...newsHandlers, ...mailHandlers, ...firstLookHandlers],
    ...manifestHandlers,
    ...[...pickHandlers, ...presetHandlers],
    ...studioPageHandlers,
    ...uploadHandlers,
    ...[ListTrashedLinks, RestoreLinks, PurgeTrashedLinks],
  ],
  subscribers: [
    RememberCreatedAlbum,
    RememberUpdatedAlbum,
    ArrangeAlbum,
    ForgetAlbum,
    RememberPhoto,
    ForgetPhoto,
    RememberPlan,
    RememberWatermark,
    RememberAccess,
    ForgetOwner,
    ...[RestorePhoto, RestoreAlbum, PurgeAlbum],
    ...mailSubscribers,
    KeepHashes,
  ],
  jobs: [ForgetFailures, ForgetEvents, ForgetVisits, CheckDomains, PurgeLinks, ...mailJobs],
  providers: () => [
    CatchUp,
    TrashLinks,
    Plans,
    WatermarkRule,
    CheckedSettings,
    GalleryAccess,
    Grants,
    LinkPasswords,
    Passwords,
    FailureLimiter,
    VisitBudget,
    ...domainProviders,
    ...[...visitorProviders, ...commentProviders, ...mailProviders],
    ...manifestProviders,
    ...[...pickProviders, ...presetProviders],
    ...studioPageProviders,
    ...uploadProviders,
    Brands,
  ],
})
