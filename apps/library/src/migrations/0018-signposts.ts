import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Signposts along the lists that are too long to walk: how many photos there are from one to the next (signposts/signposts.ts). The
 * database keeps them itself, so that they are right whichever version of the program writes. It begins without any: nothing is
 * counted here, and a list that has none costs no more than looking for them.
 */
export class Signposts1760000000018 implements MigrationInterface {
  name = 'Signposts1760000000018'
  async up(q: QueryRunner) {
    await q.query(TABLE)
    for (const [name, body] of Object.entries(FUNCTIONS))
      await q.query(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
        BEGIN ${body} RETURN NULL; END $$`)
    await q.query(TRIGGERS)
  }
  async down(q: QueryRunner) {
    for (const name of Object.keys(FUNCTIONS)) await q.query(`DROP FUNCTION ${name}() CASCADE`)
    await q.query('DROP TABLE list_signposts')
  }
}

const TABLE = `
  CREATE TABLE list_signposts (
    list_id uuid NOT NULL, -- of a tag, or of the owner of a library
    sort text NOT NULL, -- number: of a tag's photos, or of an owner's favourites; title: of all photos of an owner
    from_key text COLLATE natural_order NOT NULL, -- the first one is before everything
    from_id uuid NOT NULL,
    photos int NOT NULL, -- up to the next one
    PRIMARY KEY (list_id, sort, from_key, from_id)
  )`

const numbered = (name: string): string => `lpad(${name}::text, 10, '0')`

/**
 * `changes`: rows of list, sort, key and id of a photo, with what to add where it is. What stays where it was adds up to nothing and
 * is left out first, without a join: its plan would be made for one photo and used for thousands.
 */
const counted = (changes: string): string => `
  UPDATE list_signposts s SET photos = s.photos + c.n
  FROM (
    SELECT m.list_id, m.sort, post.from_key, post.from_id, sum(m.n) AS n
    FROM (SELECT list_id, sort, key, id, sum(n) AS n FROM (${changes}) AS a (list_id, sort, key, id, n)
        GROUP BY list_id, sort, key, id HAVING sum(n) <> 0) m,
      LATERAL (SELECT from_key, from_id FROM list_signposts
        WHERE list_id = m.list_id AND sort = m.sort AND (from_key, from_id) <= (m.key, m.id)
        ORDER BY from_key DESC, from_id DESC LIMIT 1) post
    GROUP BY 1, 2, 3, 4 HAVING sum(m.n) <> 0) c
  WHERE s.list_id = c.list_id AND s.sort = c.sort AND s.from_key = c.from_key AND s.from_id = c.from_id;`

const photosOf = (rows: string, n: number): string => `
  SELECT owner_id, 'title', title, id, ${n} FROM ${rows} WHERE deleted_at IS NULL
  UNION ALL SELECT owner_id, 'number', ${numbered('number')}, id, ${n} FROM ${rows} WHERE is_favorite AND deleted_at IS NULL`
const tagsOf = (n: number): string =>
  `SELECT tag_id, 'number', ${numbered('photo_number')}, photo_id, ${n} FROM changed`

const FUNCTIONS = {
  signposts_of_new_photos: counted(photosOf('changed', 1)),
  signposts_of_gone_photos: counted(photosOf('changed', -1)),
  signposts_of_moved_photos: counted(`${photosOf('before', -1)} UNION ALL ${photosOf('changed', 1)}`),
  signposts_of_new_tags: counted(tagsOf(1)),
  signposts_of_gone_tags: counted(tagsOf(-1)),
  signposts_of_gone_lists: `DELETE FROM list_signposts WHERE list_id = coalesce(to_jsonb(OLD) ->> 'id', to_jsonb(OLD) ->> 'user_id')::uuid;`,
}

/** Once per statement, however many rows it changes. Tables in the order in which the program locks them, or the two would deadlock. */
const TRIGGERS = `
  CREATE TRIGGER signposts_gone AFTER DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION signposts_of_gone_lists();
  CREATE TRIGGER signposts_gone AFTER DELETE ON tags FOR EACH ROW EXECUTE FUNCTION signposts_of_gone_lists();
  CREATE TRIGGER signposts_new AFTER INSERT ON photos REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION signposts_of_new_photos();
  CREATE TRIGGER signposts_gone AFTER DELETE ON photos REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION signposts_of_gone_photos();
  CREATE TRIGGER signposts_moved AFTER UPDATE ON photos REFERENCING OLD TABLE AS before NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION signposts_of_moved_photos();
  CREATE TRIGGER signposts_new AFTER INSERT ON photo_tags REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION signposts_of_new_tags();
  CREATE TRIGGER signposts_gone AFTER DELETE ON photo_tags REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION signposts_of_gone_tags()`
