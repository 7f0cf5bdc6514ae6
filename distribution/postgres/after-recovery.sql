-- After a point-in-time recovery, before Countersign starts on the database: notes that what happened after the moment
-- is unknown here. Countersign then looks on the ledger, or asks, before an escrow of that time is prepared again.
--   psql "$DATABASE_URL" -v moment='2026-11-30 12:00:00+00' -f distribution/postgres/after-recovery.sql
\set ON_ERROR_STOP on
INSERT INTO countersign.restored (network, gap)
SELECT network, json_build_object(
    'madeAt', floor(extract(epoch FROM timestamptz :'moment') * 1000),
    'restoredAt', floor(extract(epoch FROM clock_timestamp()) * 1000),
    'sequences', json '{}', 'escrows', json '{}', 'isRead', false)::text
FROM unnest(ARRAY['sandbox', 'testnet', 'public']) AS network
ON CONFLICT (network) DO UPDATE SET gap =
    -- An earlier gap that was not read yet goes on.
    CASE WHEN (restored.gap::json ->> 'isRead')::boolean THEN excluded.gap
    ELSE (restored.gap::jsonb || jsonb_build_object('restoredAt', (excluded.gap::json ->> 'restoredAt')::bigint))::text END;
