import { defineService, FailureLimiter, ForgetFailures, Plans, RememberPlan } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { BringLinks } from './archive/bring-links.handler.ts'
import { archivedAccount } from './archive/archived-account.ts'
import { GetAnalytics } from './analytics/get-analytics.handler.ts'
import { sharingResources } from './resources.ts'
import { SharingConfig, TrashConfig } from './config.ts'
import {
  ArrangeAlbum,
  ForgetAlbum,
  ForgetPhoto,
  PurgeAlbum,
  RememberCreatedAlbum,
  RememberPhoto,
  RememberUpdatedAlbum,
  RememberWatermark,
  RestoreAlbum,
  RestorePhoto,
} from './copy/copy.subscribers.ts'
import { CatchUp } from './copy/catch-up.ts'
import { ListTrashedLinks, PurgeTrashedLinks, RestoreLinks } from './trash/trash.handlers.ts'
import { PurgeLinks } from './trash/purge-links.job.ts'
import { TrashLinks } from './trash/trash-links.ts'
import { Brands } from './brands/brands.ts'
import { GetBrand, GetShownBrand, UpdateBrand } from './brands/brands.handlers.ts'
import { CheckDomains } from './domains/check-domains.job.ts'
import { domainHandlers, domainProviders } from './domains/domain-parts.ts'
import { ClaimDownloads } from './gallery/claim-downloads.handler.ts'
import { GalleryAccess } from './gallery/gallery-access.ts'
import { GetCard } from './gallery/get-card.handler.ts'
import { GetGallery } from './gallery/get-gallery.handler.ts'
import { Grants } from './gallery/grants.ts'
import { LinkPasswords } from './gallery/link-passwords.ts'
import { ListFiles } from './gallery/list-files.handler.ts'
import { ListArchive, OpenLink, Unlock } from './gallery/gallery.handlers.ts'
import { LocatePublic } from './gallery/locate-public.handler.ts'
import {
  CheckLink,
  CountLinks,
  CreateLink,
  DeleteLink,
  FindShared,
  GetLink,
  ListLinkPage,
  ListLinks,
  ReinstateLink,
  RevokeLink,
  UpdateLink,
} from './links/links.handlers.ts'
import { CheckedSettings } from './links/checked-settings.ts'
import { Link } from './links/link.entity.ts'
import { WatermarkRule } from './links/watermark-rule.ts'
import { sharingMigrations } from './migrations/sharing-migrations.ts'
import { ResolveName } from './names/resolve-name.handler.ts'
import { AddSelectionLink, GetSelection } from './selections/selections.handlers.ts'
import { CreateSelection } from './selections/create-selection.handler.ts'
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
import { GetFacts, GetFigures, ListDomains } from './operation/operation.handlers.ts'
import { ForgetOwner, RememberAccess } from './owners/owners.subscribers.ts'
import { GetAccountLinks } from './owners/get-account-links.handler.ts'
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
