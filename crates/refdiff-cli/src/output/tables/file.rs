//! One table in one file.

use super::super::Destination;
use crate::args::Format;
use anyhow::Result;
use arrow_array::RecordBatch;
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;

/// So many rows stand together in a Parquet file: what is kept in memory before it is written grows with it.
const GROUP: usize = 64 * 1024;

/// A file that is written.
pub enum TableFile {
    Parquet(Box<ArrowWriter<Destination>>),
    /// For files: readers can go to any batch.
    Arrow(Box<FileWriter<Destination>>),
    /// For pipes.
    Stream(Box<StreamWriter<Destination>>),
}

impl TableFile {
    pub fn new(format: Format, schema: &SchemaRef, out: Destination, piped: bool) -> Result<Self> {
        if format != Format::Parquet {
            return Ok(if piped {
                TableFile::Stream(Box::new(StreamWriter::try_new(out, schema)?))
            } else {
                TableFile::Arrow(Box::new(FileWriter::try_new(out, schema)?))
            });
        }
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_max_row_group_row_count(Some(GROUP))
            .set_created_by(concat!("refdiff ", env!("CARGO_PKG_VERSION")).to_owned())
            .build();
        Ok(TableFile::Parquet(Box::new(ArrowWriter::try_new(out, schema.clone(), Some(properties))?)))
    }

    pub fn write(&mut self, rows: &RecordBatch) -> Result<()> {
        match self {
            TableFile::Parquet(writer) => writer.write(rows)?,
            TableFile::Arrow(writer) => writer.write(rows)?,
            TableFile::Stream(writer) => writer.write(rows)?,
        }
        Ok(())
    }

    pub fn finish(self) -> Result<()> {
        match self {
            TableFile::Parquet(writer) => writer.into_inner()?,
            TableFile::Arrow(mut writer) => {
                writer.finish()?;
                writer.into_inner()?
            }
            TableFile::Stream(mut writer) => {
                writer.finish()?;
                writer.into_inner()?
            }
        }
        .finish()
    }
}
