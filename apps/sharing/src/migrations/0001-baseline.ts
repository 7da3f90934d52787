import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Creates the tables of the sharing service: galleries, visits, proofing and studio pages. */
export class Baseline1800000000001 implements MigrationInterface {
  name = 'Baseline1800000000001'
  async up(q: QueryRunner) {
    for (const sql of [READ_MODEL, LINKS, VISITS, PROOFING, MAILS, UPLOAD_LINKS, STUDIO, FILE_HASHES])
      await q.query(sql)
  }
  down(): Promise<void> {
    throw new Error('The baseline cannot be reverted: drop the database instead.')
  }
}

const READ_MODEL = `
  CREATE TABLE albums (
    id uuid PRIMARY KEY,
    owner_id uuid NOT NULL,
    version int NOT NULL DEFAULT 0,
    title text NOT NULL DEFAULT '',
    description text NOT NULL DEFAULT '',
    theme text NOT NULL DEFAULT 'auto',
    header jsonb,
    sections jsonb NOT NULL DEFAULT '[]',
    deleted boolean NOT NULL DEFAULT false,
    applied_version int NOT NULL,
    discarded_version int NOT NULL DEFAULT 0,
    content_version bigint NOT NULL DEFAULT 0
  );
  COMMENT ON TABLE albums IS
    'Read model of albums. Rows of deleted albums stay as tombstones so that late events cannot bring them back.';
  COMMENT ON COLUMN albums.version IS 'Version of title, description and theme. 0: not received yet.';
  COMMENT ON COLUMN albums.header IS 'Layout, cover and focal point. Null: the default.';
  COMMENT ON COLUMN albums.sections IS 'Sections in order, each with id, name and position.';
  COMMENT ON COLUMN albums.applied_version IS 'Every event up to this version has been applied.';
  COMMENT ON COLUMN albums.discarded_version IS
    'Events of this version and older are discarded. Set when the album is deleted or restored.';
  COMMENT ON COLUMN albums.content_version IS 'Grows with each change that a gallery of the album shows.';
  CREATE INDEX albums_owner ON albums (owner_id);

  CREATE TABLE album_event_parts (
    album_id uuid NOT NULL,
    version int NOT NULL,
    part int NOT NULL,
    parts int NOT NULL,
    PRIMARY KEY (album_id, version, part)
  );
  COMMENT ON TABLE album_event_parts IS
    'Parts of a large album event. An event is applied when all of its parts are here.';

  CREATE TABLE album_photos (
    album_id uuid NOT NULL,
    photo_id uuid NOT NULL,
    version int NOT NULL,
    present boolean NOT NULL,
    position float8,
    shown_since bigint,
    corrected_since bigint,
    replaced_at timestamptz,
    PRIMARY KEY (album_id, photo_id)
  );
  COMMENT ON TABLE album_photos IS 'Read model of the photos in an album.';
  COMMENT ON COLUMN album_photos.present IS 'False: a tombstone of a removed photo.';
  COMMENT ON COLUMN album_photos.shown_since IS
    'Value of albums.content_version since which the photo is shown. Null: not shown yet. Kept while the album is in the trash.';
  COMMENT ON COLUMN album_photos.corrected_since IS 'Value of albums.content_version since which the current file is shown.';
  COMMENT ON COLUMN album_photos.replaced_at IS
    'Value of photos.replaced_at when shown_since or corrected_since was last set.';
  CREATE INDEX album_photos_order ON album_photos (album_id, position, photo_id) WHERE present;
  CREATE INDEX album_photos_photo ON album_photos (photo_id) WHERE present;

  CREATE TABLE photos (
    id uuid PRIMARY KEY,
    owner_id uuid NOT NULL,
    version int NOT NULL,
    deleted boolean NOT NULL DEFAULT false,
    filename text,
    stem text GENERATED ALWAYS AS (regexp_replace(filename, '[.][^.]*$', '')) STORED,
    original_filename text,
    title text,
    caption text,
    width int,
    height int,
    orientation text,
    placeholder text,
    original jsonb,
    variants jsonb,
    visitor_file jsonb,
    taken_at timestamptz,
    file_id uuid,
    replaced_at timestamptz
  );
  COMMENT ON TABLE photos IS 'Read model of photos. Rows of deleted photos stay as tombstones.';
  COMMENT ON COLUMN photos.variants IS 'Null: nothing to show yet.';
  COMMENT ON COLUMN photos.visitor_file IS 'The file that visitors download. Null: the large variant.';
  COMMENT ON COLUMN photos.file_id IS 'Id of the current file in media. Null: the id of the photo.';
  CREATE INDEX photos_stem ON photos (owner_id, stem) WHERE NOT deleted;
  CREATE INDEX photos_owner ON photos (owner_id) WHERE deleted;
  CREATE INDEX photos_replaced ON photos (owner_id, split_part(stem, '~', 1))
    WHERE replaced_at IS NOT NULL AND NOT deleted;

  CREATE TABLE plans (
    user_id uuid PRIMARY KEY,
    version int NOT NULL,
    tier text NOT NULL,
    status text NOT NULL,
    storage_limit bigint NOT NULL,
    end_date timestamptz,
    past_due_since timestamptz
  );
  COMMENT ON TABLE plans IS 'Plan of each account. A copy of what billing announces.';

  CREATE TABLE user_access (
    user_id uuid PRIMARY KEY,
    version bigint NOT NULL,
    suspended boolean NOT NULL
  );
  COMMENT ON TABLE user_access IS 'Account state that affects galleries. A copy of what identity announces.';
  COMMENT ON COLUMN user_access.version IS 'An older announcement changes nothing.';

  CREATE TABLE watermarks (
    owner_id uuid PRIMARY KEY,
    revision int NOT NULL,
    present boolean NOT NULL
  );
  COMMENT ON TABLE watermarks IS 'Accounts with a watermark image. A copy of what media announces.'`

const LINKS = `
  CREATE TABLE links (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    token text NOT NULL UNIQUE,
    slug text,
    owner_id uuid NOT NULL,
    album_id uuid NOT NULL REFERENCES albums,
    kind text NOT NULL DEFAULT 'album' CHECK (kind IN ('album', 'selection')),
    version int NOT NULL DEFAULT 1,
    revoked boolean NOT NULL DEFAULT false,
    expires_at timestamptz,
    owner_reminded_expiry timestamptz,
    visitors_reminded_expiry timestamptz,
    password_hash text,
    password_version int NOT NULL DEFAULT 0,
    password_hint text,
    password_weakness text,
    theme text,
    theme_override text,
    show_titles boolean NOT NULL,
    show_name boolean NOT NULL DEFAULT true,
    allow_indexing boolean NOT NULL DEFAULT false,
    studio_position int,
    first_look jsonb,
    picks jsonb,
    comments jsonb,
    watermark boolean NOT NULL,
    allow_downloads boolean NOT NULL,
    download_sizes text[] NOT NULL DEFAULT '{original}',
    download_limit int,
    visitor_limit int,
    downloaded int NOT NULL DEFAULT 0,
    view_count int NOT NULL DEFAULT 0,
    last_viewed_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
  );
  COMMENT ON TABLE links IS 'A public link to an album or to a selection of photos.';
  COMMENT ON COLUMN links.album_id IS 'Album, or the hidden album that holds a selection.';
  COMMENT ON COLUMN links.kind IS 'album: an album of library; selection: an album that only sharing has.';
  COMMENT ON COLUMN links.owner_reminded_expiry IS 'The expiry date that the owner was reminded of.';
  COMMENT ON COLUMN links.visitors_reminded_expiry IS 'The expiry date that visitors were reminded of.';
  COMMENT ON COLUMN links.password_version IS
    'Grows with each change of the password and ends all unlocked sessions.';
  COMMENT ON COLUMN links.password_weakness IS
    'Why the password is easy to guess. Null: no password, a strong one, or not assessed.';
  COMMENT ON COLUMN links.studio_position IS 'Position on the studio page. Null: not listed.';
  COMMENT ON COLUMN links.first_look IS 'Notice that more photos will follow. Null: no notice.';
  COMMENT ON COLUMN links.picks IS 'Settings for picking photos. Null: visitors cannot pick.';
  COMMENT ON COLUMN links.comments IS 'Settings for comments. Null: visitors cannot comment.';
  COMMENT ON COLUMN links.downloaded IS
    'Number of rows in downloaded_photos, maintained while the link has a limit.';
  COMMENT ON COLUMN links.updated_at IS 'Last change by the owner, for If-Unmodified-Since.';
  CREATE INDEX links_owner ON links (owner_id, created_at DESC);
  CREATE INDEX links_album ON links (album_id);
  CREATE INDEX links_ending ON links (expires_at) WHERE expires_at IS NOT NULL AND NOT revoked;
  CREATE INDEX links_listed ON links (owner_id, studio_position) WHERE studio_position IS NOT NULL;

  CREATE TABLE link_slugs (
    slug text PRIMARY KEY,
    owner_id uuid NOT NULL,
    link_id uuid REFERENCES links ON DELETE SET NULL,
    created_at timestamptz NOT NULL
  );
  COMMENT ON TABLE link_slugs IS
    'Every readable address that a link ever had. It remains reserved for its owner when the link is deleted.';
  CREATE INDEX link_slugs_link ON link_slugs (link_id, created_at);
  CREATE INDEX link_slugs_owner ON link_slugs (owner_id);

  CREATE TABLE downloaded_photos (
    link_id uuid NOT NULL,
    visitor_id text NOT NULL,
    photo_id uuid NOT NULL,
    PRIMARY KEY (link_id, visitor_id, photo_id)
  );
  COMMENT ON TABLE downloaded_photos IS
    'Photos that a visitor downloaded, for download limits. No foreign key: rows stay while the link is in the trash.';

  CREATE TABLE trashed_links (
    id uuid PRIMARY KEY,
    owner_id uuid NOT NULL,
    album_id uuid NOT NULL,
    with_album boolean NOT NULL,
    name text NOT NULL,
    state jsonb NOT NULL,
    slugs text[] NOT NULL,
    deleted_at timestamptz NOT NULL
  );
  COMMENT ON TABLE trashed_links IS 'Links in the trash.';
  COMMENT ON COLUMN trashed_links.with_album IS 'The link was deleted with its album and is restored with it.';
  COMMENT ON COLUMN trashed_links.state IS 'Contents of the row when it was deleted.';
  COMMENT ON COLUMN trashed_links.slugs IS 'Readable addresses of the link.';
  CREATE INDEX trashed_links_listed ON trashed_links (owner_id, deleted_at, id);
  CREATE INDEX trashed_links_album ON trashed_links (album_id);
  CREATE INDEX trashed_links_due ON trashed_links (deleted_at);

  CREATE TABLE link_tombstones (
    link_id uuid PRIMARY KEY,
    deleted_at timestamptz NOT NULL
  );
  COMMENT ON TABLE link_tombstones IS 'Deleted links whose visits are still to be deleted.';

  CREATE TABLE presets (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    owner_id uuid NOT NULL,
    name text NOT NULL,
    settings jsonb NOT NULL,
    expires_after_days int CHECK (expires_after_days > 0),
    ask_password boolean NOT NULL,
    is_default boolean NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
  );
  COMMENT ON TABLE presets IS 'Named sets of link settings.';
  COMMENT ON COLUMN presets.settings IS 'Values of the link columns with the same names. Missing: the default.';
  CREATE UNIQUE INDEX presets_name ON presets (owner_id, lower(name));
  CREATE UNIQUE INDEX presets_default ON presets (owner_id) WHERE is_default`

const VISITS = `
  CREATE TABLE visits (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    link_id uuid NOT NULL,
    visitor_id text NOT NULL,
    started_at timestamptz NOT NULL,
    last_at timestamptz NOT NULL,
    page_views int NOT NULL DEFAULT 1,
    photo_views int NOT NULL DEFAULT 0,
    duration_seconds int NOT NULL DEFAULT 0
  ) WITH (fillfactor = 80);
  COMMENT ON TABLE visits IS
    'A visit to a gallery. Every event updates its visit; no index contains an updated column, and pages have free space, so updates stay off the indexes.';
  CREATE INDEX visits_visitor ON visits (link_id, visitor_id, started_at);
  CREATE INDEX visits_newest ON visits (link_id, started_at, id);

  CREATE TABLE visit_events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    visit_id uuid NOT NULL REFERENCES visits ON DELETE CASCADE,
    event_id text,
    type text NOT NULL,
    photo_id uuid,
    data jsonb,
    at timestamptz NOT NULL
  );
  COMMENT ON TABLE visit_events IS 'What a visitor did during a visit.';
  COMMENT ON COLUMN visit_events.event_id IS 'Chosen by the page, so that an event sent twice counts once.';
  CREATE UNIQUE INDEX visit_events_once ON visit_events (visit_id, event_id);
  CREATE INDEX visit_events_at ON visit_events (at);

  CREATE TABLE visit_hours (
    link_id uuid NOT NULL,
    hour timestamptz NOT NULL,
    visits int NOT NULL DEFAULT 0,
    visitors int NOT NULL DEFAULT 0,
    photo_views int NOT NULL DEFAULT 0,
    seconds bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (link_id, hour)
  ) WITH (fillfactor = 80);
  COMMENT ON TABLE visit_hours IS 'Totals of a link by hour, which can be summed to days in any time zone.';
  COMMENT ON COLUMN visit_hours.visitors IS 'Visitors whose first visit began in this hour.';

  CREATE TABLE visit_photos (
    link_id uuid NOT NULL,
    photo_id uuid NOT NULL,
    views int NOT NULL DEFAULT 0,
    downloads int NOT NULL DEFAULT 0,
    PRIMARY KEY (link_id, photo_id)
  ) WITH (fillfactor = 80);
  COMMENT ON TABLE visit_photos IS 'Totals of a photo in a gallery.';

  CREATE TABLE visit_downloads (
    link_id uuid NOT NULL,
    type text NOT NULL,
    downloads int NOT NULL DEFAULT 0,
    photos bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (link_id, type)
  ) WITH (fillfactor = 80);
  COMMENT ON TABLE visit_downloads IS 'Downloads of a link by type.'`

const PROOFING = `
  CREATE TABLE pick_lists (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    link_id uuid NOT NULL,
    key_hash text NOT NULL,
    mailed_key_hashes text[],
    name text NOT NULL,
    email text,
    picking boolean NOT NULL DEFAULT true,
    sent_at timestamptz,
    seen text,
    revision int NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    UNIQUE (link_id, key_hash)
  );
  COMMENT ON TABLE pick_lists IS
    'Visitors who entered their name, each with a pick list. No foreign key: rows stay while the link is in the trash.';
  COMMENT ON COLUMN pick_lists.key_hash IS 'SHA-256 of the key that identifies the visitor.';
  COMMENT ON COLUMN pick_lists.mailed_key_hashes IS 'SHA-256 of keys in links sent by mail, newest first.';
  COMMENT ON COLUMN pick_lists.picking IS 'False: the visitor has only commented.';
  COMMENT ON COLUMN pick_lists.seen IS 'How much of the gallery the visitor has seen on any device.';
  COMMENT ON COLUMN pick_lists.revision IS
    'Grows with each change. picks.revision is the value at the last change of a pick.';

  CREATE TABLE picks (
    list_id uuid NOT NULL,
    photo_id uuid NOT NULL,
    link_id uuid NOT NULL,
    choice text NOT NULL CHECK (choice IN ('none', 'picked', 'rejected')),
    choice_at text COLLATE "C" NOT NULL,
    note text NOT NULL,
    note_at text COLLATE "C" NOT NULL,
    revision int NOT NULL,
    PRIMARY KEY (list_id, photo_id)
  );
  COMMENT ON TABLE picks IS 'Choice and note of a visitor for a photo.';
  COMMENT ON COLUMN picks.choice_at IS 'Hybrid logical clock. The later change wins.';
  COMMENT ON COLUMN picks.note_at IS 'Hybrid logical clock. The later change wins.';
  CREATE INDEX picks_link ON picks (link_id, photo_id);

  CREATE TABLE comment_threads (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    link_id uuid NOT NULL,
    photo_id uuid NOT NULL,
    visitor_id uuid NOT NULL,
    x float8 CHECK (x BETWEEN 0 AND 1),
    y float8 CHECK (y BETWEEN 0 AND 1),
    resolved_at timestamptz,
    created_at timestamptz NOT NULL,
    CHECK ((x IS NULL) = (y IS NULL))
  );
  COMMENT ON TABLE comment_threads IS 'A conversation about a photo.';
  COMMENT ON COLUMN comment_threads.visitor_id IS 'Visitor (pick_lists) who began the conversation.';
  COMMENT ON COLUMN comment_threads.x IS
    'Horizontal position as a fraction of the width of the upright photo. Null: the whole photo.';
  COMMENT ON COLUMN comment_threads.y IS 'Vertical position as a fraction of the height.';
  CREATE INDEX comment_threads_link ON comment_threads (link_id, photo_id);

  CREATE TABLE comments (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    thread_id uuid NOT NULL,
    link_id uuid NOT NULL,
    photo_id uuid NOT NULL,
    visitor_id uuid,
    text text NOT NULL,
    created_at timestamptz NOT NULL
  );
  COMMENT ON TABLE comments IS 'A message in a conversation.';
  COMMENT ON COLUMN comments.visitor_id IS 'Visitor (pick_lists) who wrote it. Null: the owner.';
  CREATE INDEX comments_thread ON comments (thread_id);
  CREATE INDEX comments_link ON comments (link_id, created_at)`

const MAILS = `
  CREATE TABLE mails (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    link_id uuid NOT NULL,
    owner_id uuid NOT NULL,
    kind text NOT NULL,
    key text NOT NULL UNIQUE,
    address text,
    address_hash text,
    data jsonb NOT NULL,
    finished_at timestamptz,
    created_at timestamptz NOT NULL
  );
  COMMENT ON TABLE mails IS
    'Mails about a gallery. No foreign key: rows are deleted with the other data of the link.';
  COMMENT ON COLUMN mails.key IS 'Subject of the mail. The same subject is mailed once.';
  COMMENT ON COLUMN mails.address IS 'Address of a visitor until the mail is sent. Null: the owner of the link.';
  COMMENT ON COLUMN mails.finished_at IS 'When the mail was sent or dropped. Address and data are then deleted.';
  CREATE INDEX mails_link ON mails (link_id, created_at);
  CREATE INDEX mails_created ON mails (created_at);
  CREATE INDEX mails_waiting ON mails (created_at) WHERE finished_at IS NULL;
  CREATE INDEX mails_visitors ON mails (owner_id, created_at) WHERE address_hash IS NOT NULL;

  CREATE TABLE visit_mails (
    link_id uuid NOT NULL,
    visitor_id text NOT NULL,
    owner_id uuid NOT NULL,
    list_id uuid,
    every_visit boolean NOT NULL,
    has_more boolean NOT NULL DEFAULT false,
    notified_at timestamptz,
    started_at timestamptz NOT NULL,
    due_at timestamptz NOT NULL,
    PRIMARY KEY (link_id, visitor_id)
  );
  COMMENT ON TABLE visit_mails IS 'Current visits that may cause a mail to the owner.';
  COMMENT ON COLUMN visit_mails.list_id IS 'The visitor (pick_lists), if known.';
  COMMENT ON COLUMN visit_mails.every_visit IS 'The owner wants a mail about every visit.';
  COMMENT ON COLUMN visit_mails.has_more IS 'The visitor did more after notified_at.';
  COMMENT ON COLUMN visit_mails.notified_at IS 'When the owner was notified at once of a list or a comment.';
  CREATE INDEX visit_mails_due ON visit_mails (due_at);

  CREATE TABLE mail_digests (
    link_id uuid PRIMARY KEY,
    owner_id uuid NOT NULL,
    since timestamptz NOT NULL,
    due_at timestamptz NOT NULL
  );
  COMMENT ON TABLE mail_digests IS 'Links with so much activity that the rest is sent in one mail.';
  COMMENT ON COLUMN mail_digests.since IS 'Time of the first event that the digest covers.';
  CREATE INDEX mail_digests_due ON mail_digests (due_at);

  CREATE TABLE unsubscribes (
    scope_id uuid NOT NULL,
    address_hash text NOT NULL,
    owner_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (scope_id, address_hash)
  );
  COMMENT ON TABLE unsubscribes IS 'Addresses that unsubscribed.';
  COMMENT ON COLUMN unsubscribes.scope_id IS 'A link, or an owner for all of their galleries.';
  CREATE INDEX unsubscribes_owner ON unsubscribes (owner_id);

  CREATE TABLE mail_preferences (
    owner_id uuid PRIMARY KEY,
    version bigint NOT NULL,
    topics text[] NOT NULL
  );
  COMMENT ON TABLE mail_preferences IS
    'Mail topics that the owner wants. A copy of what identity announces. No row: the defaults.';

  CREATE TABLE first_look_subscribers (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    link_id uuid NOT NULL,
    email text NOT NULL,
    created_at timestamptz NOT NULL
  );
  COMMENT ON TABLE first_look_subscribers IS
    'Addresses to be notified once all photos of a gallery are there. No foreign key: rows stay while the link is in the trash.';
  CREATE UNIQUE INDEX first_look_subscribers_once ON first_look_subscribers
    (link_id, regexp_replace(email, '^([^@+]+)[+][^@]*@', '\\1@'));
  COMMENT ON INDEX first_look_subscribers_once IS 'One row per mailbox: the part after + is ignored.'`

const UPLOAD_LINKS = `
  CREATE TABLE upload_links (
    id uuid PRIMARY KEY,
    token text NOT NULL UNIQUE,
    owner_id uuid NOT NULL,
    album_id uuid NOT NULL,
    title text NOT NULL,
    greeting text NOT NULL,
    approve boolean NOT NULL,
    section_id uuid,
    max_photos int NOT NULL,
    max_photos_per_guest int NOT NULL,
    max_bytes bigint,
    password_hash text,
    password_version int NOT NULL DEFAULT 0,
    expires_at timestamptz,
    revoked boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL
  );
  COMMENT ON TABLE upload_links IS
    'Links through which guests send photos into an album. No foreign key: links are closed while their album is in the trash.';
  COMMENT ON COLUMN upload_links.approve IS 'The owner approves each file before it is added.';
  COMMENT ON COLUMN upload_links.section_id IS 'Section of the album that receives the photos.';
  COMMENT ON COLUMN upload_links.max_bytes IS 'Null: limited by the plan of the owner.';
  CREATE INDEX upload_links_owner ON upload_links (owner_id, album_id, created_at);
  CREATE INDEX upload_links_album ON upload_links (album_id);

  CREATE TABLE upload_guests (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    link_id uuid NOT NULL REFERENCES upload_links ON DELETE CASCADE,
    key_hash text NOT NULL,
    name text NOT NULL,
    created_at timestamptz NOT NULL,
    UNIQUE (link_id, key_hash)
  );
  COMMENT ON TABLE upload_guests IS 'Guests of an upload link who entered their name.';
  COMMENT ON COLUMN upload_guests.key_hash IS 'SHA-256 of the key that identifies the guest.'`

const STUDIO = `
  CREATE TABLE brands (
    owner_id uuid PRIMARY KEY,
    name text NOT NULL DEFAULT '',
    website text,
    accent text
  );
  COMMENT ON TABLE brands IS 'Studio name, website and color shown in place of the Daymark brand.';

  CREATE TABLE domains (
    owner_id uuid PRIMARY KEY,
    host text NOT NULL,
    challenge text NOT NULL,
    state text NOT NULL CHECK (state IN ('pending', 'verified', 'failing')),
    problem text,
    found jsonb,
    claimed_at timestamptz NOT NULL,
    checked_at timestamptz,
    verified_at timestamptz
  );
  COMMENT ON TABLE domains IS 'Custom domain of an owner. A verified host belongs to one owner.';
  COMMENT ON COLUMN domains.challenge IS 'Value of the DNS record that proves control of the host.';
  COMMENT ON COLUMN domains.problem IS 'Why the domain is not verified, as shown to the owner.';
  COMMENT ON COLUMN domains.found IS 'DNS records found by the last check.';
  COMMENT ON COLUMN domains.verified_at IS 'When both records were last found.';
  CREATE UNIQUE INDEX domains_held ON domains (host) WHERE state <> 'pending';
  CREATE INDEX domains_checked ON domains (checked_at);

  CREATE TABLE verified_hosts (
    host text PRIMARY KEY
  );
  COMMENT ON TABLE verified_hosts IS 'Every host that was ever verified. An unclaimed host serves nothing.';

  CREATE TABLE studio_pages (
    owner_id uuid PRIMARY KEY,
    enabled boolean NOT NULL DEFAULT false,
    title text NOT NULL DEFAULT '',
    text text NOT NULL DEFAULT '',
    allow_indexing boolean NOT NULL DEFAULT false,
    revision int NOT NULL DEFAULT 1
  );
  COMMENT ON TABLE studio_pages IS 'Public page that lists galleries of a studio.';

  CREATE TABLE studio_page_names (
    name text PRIMARY KEY,
    owner_id uuid NOT NULL,
    is_current boolean NOT NULL
  );
  COMMENT ON TABLE studio_page_names IS
    'Every address that a studio page ever had. Former addresses redirect to the current one.';
  CREATE INDEX studio_page_names_owner ON studio_page_names (owner_id);
  CREATE UNIQUE INDEX studio_page_names_current ON studio_page_names (owner_id) WHERE is_current`

const FILE_HASHES = `
  CREATE TABLE file_hashes (
    photo_id uuid PRIMARY KEY REFERENCES photos ON DELETE CASCADE,
    content text NOT NULL,
    sha256 text,
    requested_at timestamptz NOT NULL,
    answered_at timestamptz
  );
  COMMENT ON TABLE file_hashes IS
    'SHA-256 of files that visitors download, where that is not the original. Computed on request.';
  COMMENT ON COLUMN file_hashes.content IS 'Identifies the bytes of the file.';
  COMMENT ON COLUMN file_hashes.sha256 IS 'Null: not computed yet; with answered_at: the file cannot be read.';
  COMMENT ON COLUMN file_hashes.requested_at IS 'When media was last asked for the hash.';
  COMMENT ON COLUMN file_hashes.answered_at IS 'When media answered.'`
