//! The page: files that the program carries.

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// A file of the page.
struct File {
    /// Its path from the root of the site, without the first slash.
    path: &'static str,
    /// What it holds.
    bytes: &'static [u8],
}

/// Every file of the page.
const FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Files whose names change with what they hold, below this folder, may be kept for ever.
const NAMED_BY_CONTENT: &str = "assets/";

/// A file of the page, or the page itself: its own paths are its own business.
pub(crate) async fn file(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = find(path) {
        return send(file);
    }
    let is_file =
        path.contains('.') || path.starts_with("api/") || path.starts_with(NAMED_BY_CONTENT);
    match find("index.html") {
        Some(index) if !is_file => send(index),
        _ => (StatusCode::NOT_FOUND, "there is no such page").into_response(),
    }
}

fn find(path: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.path == path)
}

fn send(file: &File) -> Response {
    let keep = if file.path.starts_with(NAMED_BY_CONTENT) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let headers = [
        (header::CONTENT_TYPE, kind(file.path)),
        (header::CACHE_CONTROL, keep),
    ];
    (headers, file.bytes).into_response()
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
