/** Disks that are soon full: in memory, where this user may mount one. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

export const hasSmallDisks = canMount();
if (!hasSmallDisks) process.stderr.write('This user may mount no disk: what a full one does is not tested here.\n');

export function smallDisk(kilobytes: number): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-disk-'));
  mount(folder, kilobytes);
  onTestFinished(() => unmount(folder));
  return folder;
}

const FILLER = 'filler';

export function fillDisk(disk: string): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(path.join(disk, FILLER), Buffer.alloc(bavail * bsize));
}

export function makeRoom(disk: string): void {
  writeFileSync(path.join(disk, FILLER), '');
}

function mount(folder: string, kilobytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder], { stdio: 'pipe' });
}

function unmount(folder: string): void {
  // Whoever still has a file open there keeps it until then.
  execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
  rmdirSync(folder);
}

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-disk-'));
  try {
    mount(folder, 100);
  } catch {
    rmdirSync(folder);
    return false;
  }
  unmount(folder);
  return true;
}
